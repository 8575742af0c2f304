import type { RemittanceClaim } from '#claims/remittances/contract.ts';
import { Link } from '#web/app/router.ts';
import { useX12Texts } from '#web/claims/code/x12-texts.ts';
import { dollars } from '#web/claims/dollars.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { type Adjustment, adjustmentText, bearerText } from './cuts.ts';
import { EobButton } from './eob-menu.tsx';

const tones: Readonly<Record<NonNullable<RemittanceClaim['outcome']>, Tone>> = {
  paid: 'good',
  underpaid: 'warning',
  denied: 'danger',
  reversed: 'warning',
  forwarded: 'info',
  estimate: 'info',
  pended: 'info',
};

/** A claim of a remittance: what was charged and paid, and each line with its adjustments in words. */
export function RemittanceClaimView(props: {
  readonly claim: RemittanceClaim;
  readonly remittanceId: string;
}) {
  const { claim, remittanceId } = props;
  const words = texts.remittances.claims;
  const { match, adjustments, remarks, service_lines, statement_from, statement_to } = claim;
  const claimId = match?.result === 'matched' ? match.claim_id : undefined;
  return (
    <article class="remittance-claim" aria-label={claim.patient_control_number}>
      <header class="remittance-claim-head">
        <h3>
          {claimId === undefined ? (
            claim.patient_control_number
          ) : (
            <Link to={`/claims/claim/${claimId}`}>{claim.patient_control_number}</Link>
          )}
        </h3>
        <ClaimBadge claim={claim} />
        <span class="remittance-claim-status">{statusText(claim)}</span>
        <span class="screen-only remittance-claim-eob">
          <EobButton remittanceId={remittanceId} claim={claim.number} />
        </span>
      </header>
      <Facts
        wide
        facts={[
          { label: words.charge, value: dollars(claim.charge) },
          { label: words.paid, value: <strong>{dollars(claim.paid)}</strong> },
          { label: words.patient, value: dollars(claim.patient_responsibility) },
          { label: words.service, value: daysText(statement_from, statement_to) },
          { label: words.payerNumber, value: claim.payer_control_number },
        ]}
      />
      {claim.corrected_member_id !== undefined && <p>{words.corrected(claim.corrected_member_id)}</p>}
      {adjustments.length + remarks.length > 0 && (
        <div>
          <p class="remittance-claim-level">{words.claimLevel}</p>
          <Reasons adjustments={adjustments} remarks={remarks} />
        </div>
      )}
      {service_lines.length > 0 && <LineTable claim={claim} />}
    </article>
  );
}

function ClaimBadge({ claim: { match, held, outcome } }: { readonly claim: RemittanceClaim }) {
  const words = texts.remittances.claims;
  if (held !== undefined) return <Badge tone="danger">{words.held[held]}</Badge>;
  if (match !== undefined && match.result !== 'matched')
    return (
      <Link to="/claims/unmatched">
        <Badge tone="warning">{words[match.result]}</Badge>
      </Link>
    );
  return outcome === undefined ? null : <Badge tone={tones[outcome]}>{words.outcomes[outcome]}</Badge>;
}

function LineTable({ claim }: { readonly claim: RemittanceClaim }) {
  const words = texts.remittances.claims;
  return (
    <DataTable
      label={`${words.title}: ${claim.patient_control_number}`}
      rows={claim.service_lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { id: 'line', label: words.line, cell: ({ line }) => formatNumber(line) },
        {
          id: 'procedure',
          label: words.procedure,
          cell: ({ procedure, modifiers, billed_procedure }) => (
            <>
              {[procedure, ...modifiers].join(' ')}
              {billed_procedure !== undefined && billed_procedure !== procedure && (
                <span class="remittance-note"> {words.changed(billed_procedure)}</span>
              )}
            </>
          ),
        },
        {
          id: 'date',
          label: words.date,
          cell: ({ service_date, service_date_end }) => daysText(service_date, service_date_end),
        },
        { id: 'units', label: words.units, align: 'end', cell: ({ units }) => formatNumber(units) },
        { id: 'charge', label: words.charge, align: 'end', cell: ({ charge }) => dollars(charge) },
        {
          id: 'why',
          label: words.why,
          cell: ({ adjustments, remarks }) => <Reasons adjustments={adjustments} remarks={remarks} />,
        },
        { id: 'paid', label: words.paid, align: 'end', cell: ({ paid }) => dollars(paid) },
      ]}
    />
  );
}

function Reasons({
  adjustments,
  remarks,
}: Pick<RemittanceClaim, 'remarks'> & { readonly adjustments: readonly Adjustment[] }) {
  const codes = useX12Texts();
  if (adjustments.length + remarks.length === 0) return <>{texts.remittances.claims.noAdjustments}</>;
  return (
    <ul class="remittance-reasons">
      {adjustments.map((adjustment) => (
        <li key={`${adjustment.group}-${adjustment.reason}`}>
          {adjustmentText(adjustment, codes)} <strong>{dollars(adjustment.amount)}</strong>
          <span class="remittance-note"> {bearerText(adjustment)}</span>
        </li>
      ))}
      {remarks.map(({ code, text }) => (
        <li key={code} lang={text === undefined ? undefined : 'en'}>
          {text === undefined ? code : `${code}: ${text}`}
        </li>
      ))}
    </ul>
  );
}

function statusText({ status_code, status_text }: RemittanceClaim): string {
  const known: Readonly<Record<string, string>> = texts.remittances.claims.statuses;
  return known[status_code] ?? status_text ?? status_code;
}

function daysText(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return '';
  return to === undefined || to === from ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}
