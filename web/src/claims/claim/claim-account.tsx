import { useState } from 'preact/hooks';
import type { ClaimAccount } from '#claims/claims/account-fields.ts';
import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable, type TableColumn } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { useAction } from '#web/data/action.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { refreshClaims } from '../bulk/run-operation.ts';
import { frequencyName } from '../code/field-name.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { payerName } from '../payer/payers.ts';
import { groupText } from '../remittances/cuts.ts';

type Row = ClaimAccount['adjudications'][number];

interface Shown {
  readonly claim: ClaimDetail;
  readonly account: ClaimAccount;
}

const keyOf = ({ remittance_id, payment_number }: Row): string => `${remittance_id} ${payment_number}`;

/** Each payment and denial of the visit: payer, day, amounts, reasons, and the claim that it settles. */
export function ClaimAccountTable(shown: Shown) {
  const { claim, account } = shown;
  const [movedKey, setMovedKey] = useState<string>();
  const words = texts.claim.account;
  const moved = account.adjudications.find((row) => keyOf(row) === movedKey);
  const settles: TableColumn<Row> = {
    id: 'claim',
    label: words.settles,
    cell: (row) => <Settled {...shown} row={row} onMove={() => setMovedKey(keyOf(row))} />,
  };
  return (
    <>
      <DataTable<Row>
        label={words.title}
        labelHidden={false}
        rows={account.adjudications}
        rowKey={keyOf}
        columns={[
          {
            id: 'payment',
            label: words.payment,
            cell: (row) => <Payment row={row} claim={claim} />,
            foot: words.sum,
          },
          { ...amount('paid', words.paid, ({ paid }) => paid, account.paid), card: 'value' },
          { id: 'status', label: words.status, cell: ({ status }) => words.statuses[status] },
          {
            id: 'reasons',
            label: words.reasons,
            cell: (row) => <Reasons row={row} />,
            foot: <AdjustedSum account={account} />,
          },
          amount('patient', words.patient, ({ patient }) => patient, account.patient),
          amount('charged', words.charged, ({ charge }) => charge, account.charged),
          ...(account.claims.length > 1 ? [settles] : []),
        ]}
      />
      {moved !== undefined && <MoveDialog {...shown} row={moved} onClose={() => setMovedKey(undefined)} />}
    </>
  );
}

const amount = (id: string, label: string, of: (row: Row) => number, sum: number): TableColumn<Row> => ({
  id,
  label,
  align: 'end',
  cell: (row) => dollars(of(row)),
  foot: dollars(sum),
});

/** Day, payer and number. */
function Payment({ row, claim }: { readonly row: Row; readonly claim: ClaimDetail }) {
  return (
    <>
      <Link to={`/claims/remittances/${row.remittance_id}`}>{formatDate(row.paid_on)}</Link>
      <span class="claim-account-note">
        {payerName(row.payer_id, row.payer_id === claim.payer_id ? claim.payer_name : undefined)}
      </span>
      <span class="claim-account-note claim-account-sum">{row.payer_control_number}</span>
    </>
  );
}

/** Adjustments with their meaning. Those that deny are marked. */
function Reasons({ row: { adjustments, denied } }: { readonly row: Row }) {
  const codes = useX12Texts();
  return (
    <>
      {adjustments.map(({ group, reason, amount: adjusted }) => (
        <div key={`${group} ${reason}`}>
          <span class="claim-account-sum">{`${group}-${reason} ${dollars(adjusted)}`}</span>
          <span class="claim-account-note">
            {[
              denied.some((one) => one.group === group && one.reason === reason) &&
                texts.claim.account.denies,
              codes?.adjustmentReason(reason),
            ]
              .filter(Boolean)
              .join(': ')}
          </span>
        </div>
      ))}
    </>
  );
}

function AdjustedSum({ account: { adjusted, at_risk: atRisk } }: { readonly account: ClaimAccount }) {
  return (
    <>
      {adjusted.map(({ group, amount: sum }) => (
        <div key={group}>
          <span class="claim-account-sum">{`${group} ${dollars(sum)}`}</span>
          <span class="claim-account-note">{groupText(group)}</span>
        </div>
      ))}
      <div class="claim-account-sum">{texts.claim.account.atRisk(dollars(atRisk))}</div>
    </>
  );
}

function Settled({
  claim,
  account,
  row,
  onMove,
}: Shown & { readonly row: Row; readonly onMove: () => void }) {
  const words = texts.claim.account;
  const settled = account.claims.find(({ claim_id }) => claim_id === row.claim_id);
  const isMovable = row.status !== 'reversal' && row.status !== 'held';
  return (
    <>
      {row.claim_id === claim.id ? (
        words.thisClaim
      ) : (
        <Link to={`/claims/claim/${row.claim_id}`}>
          {settled === undefined ? '' : nameOf(settled, claim)}
        </Link>
      )}
      {isMovable && (
        <div>
          <Button
            small
            popup="dialog"
            label={words.moveOf(dollars(row.paid), formatDate(row.paid_on))}
            reason={mayEdit() ? undefined : texts.claim.reasons.auditor}
            reasonAs="tip"
            onClick={onMove}
          >
            {words.move}
          </Button>
        </div>
      )}
    </>
  );
}

/** The kind of a claim of the visit, with number and payer where they are not those of the page. */
function nameOf(other: ClaimAccount['claims'][number], claim: ClaimDetail): string {
  const { frequency, patient_control_number: number, payer_id: payer } = other;
  return [
    frequencyName(frequency),
    ...(number === claim.patient_control_number ? [] : [number]),
    ...(payer === claim.payer_id ? [] : [payerName(payer)]),
  ].join(', ');
}

/** A person decides which claim of the visit a payment settles. */
function MoveDialog({
  claim,
  account,
  row,
  onClose,
}: Shown & { readonly row: Row; readonly onClose: () => void }) {
  const words = texts.claim.account;
  const others = account.claims.filter(({ claim_id }) => claim_id !== row.claim_id);
  const [chosen, setChosen] = useState('');
  const to = others.some(({ claim_id }) => claim_id === chosen) ? chosen : (others[0]?.claim_id ?? '');
  const move = useAction(
    async () => {
      const { remittance_id, payment_number } = row;
      const moved = { id: claim.id, remittance_id, payment_number, to };
      try {
        await api('POST /api/claims/{id}/payment-moves', moved, { ifMatch: claim });
        onClose();
      } finally {
        // A refusal, too, may be about claims that the page shows as they were.
        refreshClaims();
      }
    },
    { done: words.moved },
  );
  const isStale = isApiError(move.error, 'precondition_failed') || isApiError(move.error, 'conflict');
  return (
    <Dialog
      title={words.moveTitle}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={move.isRunning} onClick={() => void move.run()}>
          {words.move}
        </Button>
      }
    >
      <Form
        rules={contractRules('POST /api/claims/{id}/payment-moves')}
        onSubmit={() => void move.run()}
        {...(!isStale && { error: move.error })}
      >
        {isStale && (
          <Notice tone="danger" isNew title={words.changed}>
            {words.changedText}
          </Notice>
        )}
        <p>{words.moveText(dollars(row.paid), formatDate(row.paid_on))}</p>
        <SelectField
          label={words.settles}
          value={to}
          options={others.map((one) => ({ value: one.claim_id, label: optionOf(one, claim) }))}
          onChange={setChosen}
        />
      </Form>
    </Dialog>
  );
}

const optionOf = (other: ClaimAccount['claims'][number], claim: ClaimDetail): string =>
  [
    other.claim_id === claim.id ? texts.claim.account.thisClaim : nameOf(other, claim),
    texts.board.lanes[other.lane],
    texts.claim.account.chargedOf(dollars(other.charge)),
  ].join(' · ');
