import { useMemo, useState } from 'preact/hooks';
import { type Order, paymentMethods } from '#commerce/orders/order.ts';
import { costOf, keptCents, type RefundScope } from '#commerce/orders/payment.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, MoneyField, SelectField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { refreshOrders } from './after-change.ts';
import { LineQuantities, linesWith } from './line-quantities.tsx';
import type { PaymentMethod } from './payment-dialog.tsx';

/** What a person enters of a refund. */
interface Draft {
  readonly amount: number | undefined;
  readonly method: PaymentMethod;
  readonly reason: string;
  readonly part: Part;
  /** Pieces of each line, for a refund of items. */
  readonly pieces: readonly number[];
  readonly keepsDue: boolean;
  readonly restock: boolean;
  readonly returnCredit: boolean;
}

type Part = 'order' | 'shipping' | 'items';

/** Records a refund. The amount begins with what is to return, else with all that is paid, and follows the chosen part. */
export function RefundDialog({
  order,
  onClose,
  onChange,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onChange: (order: Order) => void;
}) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(order));
  // One key for all attempts: a refund whose reply was lost is not recorded twice.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [draft]);
  const { dialog, act, done } = texts.orders;
  const save = useAction(
    async () => {
      const input = refundOf(order, draft);
      const result = await api('POST /api/v1/orders/{id}/refunds', input, { idempotencyKey });
      onChange(result.order);
      onClose();
      refreshOrders();
    },
    { done: done.refunded },
  );
  const hasNoItems = draft.part === 'items' && scopeOf(order, draft).items === undefined;
  return (
    <Dialog
      title={dialog.refundTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialog.close}</Button>
          <Button
            kind="primary"
            type="submit"
            form="record-refund"
            busy={save.isRunning}
            reason={hasNoItems ? dialog.refundNoItems : undefined}
            reasonAs="tip"
          >
            {act.refund}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/orders/{id}/refunds')}
        id="record-refund"
        onSubmit={() => save.run()}
        error={save.error}
      >
        <RefundFields
          order={order}
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
      </Form>
    </Dialog>
  );
}

interface FieldProps {
  readonly order: Order;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function RefundFields({ order, draft, onChange }: FieldProps) {
  const { dialog, method: methods } = texts.orders;
  return (
    <>
      <PartFields order={order} draft={draft} onChange={onChange} />
      <MoneyField
        label={dialog.amount}
        name="amount_cents"
        required
        autoFocus
        min={0}
        max={keptCents(order) / 100}
        currency={order.currency}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <TextField
        label={dialog.reason}
        name="reason"
        hint={dialog.reasonHint}
        required
        maxLength={500}
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
      />
      <SelectField
        label={dialog.method}
        name="method"
        value={draft.method}
        onChange={(method) => onChange({ method })}
        options={paymentMethods.map((value) => ({ value, label: methods[value] }))}
      />
      {order.status !== 'cancelled' && (
        <CheckField
          label={dialog.keepsDue}
          name="keeps_due"
          value={draft.keepsDue}
          onChange={(keepsDue) => onChange({ keepsDue })}
        />
      )}
      {order.stock?.state === 'consumed' && (
        <CheckField
          label={dialog.restock}
          name="restock"
          value={draft.restock}
          onChange={(restock) => onChange({ restock })}
        />
      )}
      {order.credit_cents > 0 && (
        <CheckField
          label={dialog.returnCredit}
          name="return_credit"
          value={draft.returnCredit}
          onChange={(returnCredit) => onChange({ returnCredit })}
        />
      )}
    </>
  );
}

/** What the refund is for: the whole order, its shipping, or some pieces of its lines. */
function PartFields({ order, draft, onChange }: FieldProps) {
  const { dialog } = texts.orders;
  const change = (part: Part, pieces: readonly number[]) =>
    onChange({ part, pieces, amount: amountOf(order, { part, pieces }) });
  return (
    <>
      <SelectField
        label={dialog.refundOf}
        name="of"
        value={draft.part}
        onChange={(part) => change(part, draft.pieces)}
        options={[
          { value: 'order', label: dialog.refundAll },
          ...(order.shipping_cents > 0 ? [{ value: 'shipping' as const, label: dialog.refundShipping }] : []),
          { value: 'items', label: dialog.refundItems },
        ]}
      />
      {draft.part === 'items' && (
        <LineQuantities
          order={order}
          quantities={draft.pieces}
          onChange={(pieces) => change('items', pieces)}
        />
      )}
    </>
  );
}

const draftOf = (order: Order): Draft => ({
  amount: amountOf(order, { part: 'order', pieces: [] }),
  method: 'cash',
  reason: '',
  part: 'order',
  pieces: order.items.map(() => 0),
  keepsDue: false,
  restock: false,
  returnCredit: false,
});

function scopeOf(order: Order, { part, pieces }: Pick<Draft, 'part' | 'pieces'>): RefundScope {
  if (part === 'shipping') return { of: part };
  if (part === 'order') return {};
  const items = linesWith(order, pieces).map(({ product_id, variant_id, quantity }) => ({
    product_id,
    ...(variant_id !== undefined && { variant_id }),
    quantity,
  }));
  return items.length > 0 ? { items } : {};
}

/** The proposed amount: what was paid too much, and what the chosen part costs; never more than is paid. */
function amountOf(order: Order, chosen: Pick<Draft, 'part' | 'pieces'>): number {
  const [kept, over] = [keptCents(order), order.return_cents];
  const scope = scopeOf(order, chosen);
  if (chosen.part === 'order') return (over || kept) / 100;
  const cost = chosen.part === 'items' && scope.items === undefined ? 0 : costOf(order, scope);
  return Math.min(kept, over + cost) / 100;
}

function refundOf(order: Order, draft: Draft) {
  const { amount = 0, method, reason, restock, returnCredit, keepsDue } = draft;
  return {
    id: order.id,
    amount_cents: Math.round(amount * 100),
    method,
    reason,
    ...(restock && { restock }),
    ...(returnCredit && { return_credit: returnCredit }),
    ...scopeOf(order, draft),
    ...(keepsDue && { keeps_due: keepsDue }),
  };
}
