import { useState } from 'preact/hooks';
import type { ClaimAccount } from '#contract/claims/claim-account.ts';
import type { ClaimDetail } from '#contract/claims/claim-records.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, SelectField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { refreshClaims } from './use-claim-actions.ts';

type Row = ClaimAccount['adjudications'][number];

/** Each payment and denial of the visit: payer, day, amounts, reasons, and the claim that it settles. */
export function ClaimAccountTable({
  claim,
  account,
}: {
  readonly claim: ClaimDetail;
  readonly account: ClaimAccount;
}) {
  const [moved, setMoved] = useState<Row>();
  const words = texts.claim.account;
  const isChain = account.claims.length > 1;
  return (
    <>
      <DataTable<Row>
        label={words.title}
        labelHidden={false}
        rows={account.adjudications}
        rowKey={({ remittance_id, payment_number }) => `${remittance_id} ${payment_number}`}
        columns={[
          {
            id: 'day',
            label: words.day,
            cell: (row) => (
              <Link to={`/claims/remittances/${row.remittance_id}`}>{formatDate(row.paid_on)}</Link>
            ),
            foot: words.sum,
          },
          { id: 'payer', label: words.payer, cell: (row) => `${row.payer_id} ${row.payer_control_number}` },
          { id: 'status', label: words.status, cell: ({ status }) => words.statuses[status] },
          { id: 'reasons', label: words.reasons, cell: (row) => <Reasons row={row} /> },
          ...(isChain
            ? [
                {
                  id: 'claim',
                  label: words.settles,
                  cell: (row: Row) => <Settled row={row} account={account} onMove={() => setMoved(row)} />,
                },
              ]
            : []),
          {
            id: 'patient',
            label: words.patient,
            align: 'end',
            cell: ({ patient }) => dollars(patient),
            foot: dollars(account.patient),
          },
          {
            id: 'paid',
            label: words.paid,
            align: 'end',
            cell: ({ paid }) => dollars(paid),
            foot: dollars(account.paid),
          },
        ]}
      />
      {moved !== undefined && (
        <MoveDialog claim={claim} account={account} row={moved} onClose={() => setMoved(undefined)} />
      )}
    </>
  );
}

/** Adjustments by group and reason; those that deny are marked. */
function Reasons({ row: { adjustments, denied } }: { readonly row: Row }) {
  const codes = useX12Texts();
  const words = texts.claim.account;
  return (
    <>
      {adjustments.map(({ group, reason, amount }) => {
        const isDenial = denied.some((one) => one.group === group && one.reason === reason);
        const meaning = codes?.adjustmentReason(reason);
        return (
          <div key={`${group} ${reason}`} title={meaning}>
            {`${group}-${reason} ${dollars(amount)}`}
            {isDenial && <span class="claim-adjustment-who">{words.denies}</span>}
          </div>
        );
      })}
    </>
  );
}

function Settled({
  row,
  account,
  onMove,
}: {
  readonly row: Row;
  readonly account: ClaimAccount;
  readonly onMove: () => void;
}) {
  const words = texts.claim.account;
  const settled = account.claims.find(({ claim_id }) => claim_id === row.claim_id);
  return (
    <>
      <Link to={`/claims/claim/${row.claim_id}`}>{settled === undefined ? '' : nameOf(settled)}</Link>{' '}
      {row.status !== 'reversal' && row.status !== 'held' && <Button onClick={onMove}>{words.move}</Button>}
    </>
  );
}

/** Number, kind and payer: claims of one visit often share the number. */
function nameOf({ patient_control_number, frequency, payer_id }: ClaimAccount['claims'][number]): string {
  const { frequencies } = texts.claim;
  const kinds: Readonly<Record<string, string>> = {
    1: frequencies.original,
    7: frequencies.correction,
    8: frequencies.void,
  };
  return `${patient_control_number}, ${kinds[frequency] ?? frequency}, ${payer_id}`;
}

/** A person decides which claim of the visit a payment settles. */
function MoveDialog({
  claim,
  account,
  row,
  onClose,
}: {
  readonly claim: ClaimDetail;
  readonly account: ClaimAccount;
  readonly row: Row;
  readonly onClose: () => void;
}) {
  const words = texts.claim.account;
  const others = account.claims.filter(({ claim_id }) => claim_id !== row.claim_id);
  const [to, setTo] = useState(others[0]?.claim_id ?? '');
  const move = useAction(
    async () => {
      const { remittance_id, payment_number } = row;
      await api('POST /api/claims/{id}/payment-moves', { id: claim.id, remittance_id, payment_number, to });
      onClose();
      refreshClaims();
    },
    { done: words.moved },
  );
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
      <Form onSubmit={() => void move.run()}>
        <p>{words.moveText}</p>
        <SelectField
          label={words.settles}
          value={to}
          options={others.map((one) => ({ value: one.claim_id, label: nameOf(one) }))}
          onChange={setTo}
        />
      </Form>
    </Dialog>
  );
}
