import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { bearerText } from '../remittances/cuts.ts';
import { ClaimAccountTable } from './claim-account.tsx';
import type { Adjustment } from './timeline-events.ts';
import './claim.css';

/** What was charged for the claim and paid, what the patient owes and what is at risk, with each payment of the visit. */
export function ClaimMoney({ claim }: { readonly claim: ClaimDetail }) {
  const words = texts.claim.money;
  const { paid, patient_responsibility: owed, credit_balance: credit, account } = claim;
  const isPosted = paid !== undefined;
  // Of several claims, the sums of the visit are in the foot of the table.
  const alone = account?.claims.length === 1 ? account : undefined;
  return (
    <Section title={texts.claim.sections.money} kind="card" note={isPosted ? undefined : words.none}>
      <Figures>
        <Figure label={words.charge} value={dollars(claim.total_charge)} />
        {isPosted && <Figure label={words.paid} value={dollars(paid)} />}
        {owed !== undefined && owed > 0 && (
          <Figure label={words.patient} value={dollars(owed)} note={shareText(claim)} />
        )}
        {alone !== undefined && alone.at_risk > 0 && (
          <Figure label={words.atRisk} value={dollars(alone.at_risk)} />
        )}
        {credit !== undefined && credit > 0 && (
          <Figure label={words.credit} value={<span class="claim-credit">{dollars(credit)}</span>} />
        )}
      </Figures>
      {account !== undefined && account.adjudications.length > 0 && (
        <ClaimAccountTable claim={claim} account={account} />
      )}
    </Section>
  );
}

/** The kinds of patient responsibility that are not zero. */
function shareText({ patient_responsibility_by: by }: ClaimDetail): string | undefined {
  if (by === undefined) return undefined;
  const words = texts.claim.money;
  return (['deductible', 'coinsurance', 'copay', 'other'] as const)
    .filter((kind) => by[kind] > 0)
    .map((kind) => `${words[kind]} ${dollars(by[kind])}`)
    .join(', ');
}

/** Adjustments in words: why, who bears the amount, and how much. */
export function AdjustmentTable({ adjustments }: { readonly adjustments: readonly Adjustment[] }) {
  const codes = useX12Texts();
  const words = texts.claim.money;
  return (
    <DataTable<Adjustment>
      label={words.adjustments}
      rows={adjustments}
      rowKey={({ group, reason }) => `${group}-${reason}`}
      columns={[
        {
          id: 'reason',
          label: words.reason,
          cell: ({ group, reason, text }) => (
            <>
              {`${group}-${reason}: ${codes?.adjustmentReason(reason) ?? text ?? words.unknownReason}`}
              <span class="claim-adjustment-who">{bearerText({ group, reason })}</span>
            </>
          ),
        },
        { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
      ]}
    />
  );
}
