import { useMemo, useState } from 'preact/hooks';
import { returnableCredit } from '#commerce/orders/credit.ts';
import { keptCents, overpaidCents } from '#commerce/orders/payment.ts';
import { paymentMethods } from '#contract/commerce/order-payments.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, MoneyField, SelectField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { refreshOrders } from './change-status.ts';
import type { PaymentMethod } from './payment-dialog.tsx';

/** Records a refund; the amount begins with what was paid beyond the amount due, else with all that is paid. */
export function RefundDialog({
  order,
  onClose,
  onChange,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onChange: (order: Order) => void;
}) {
  const [amount, setAmount] = useState<number | undefined>((overpaidCents(order) || keptCents(order)) / 100);
  const [method, setMethod] = useState<PaymentMethod>('cash');
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(false);
  const [returnCredit, setReturnCredit] = useState(false);
  // One key for all attempts: a refund whose reply was lost is not recorded twice.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [amount, method, reason, restock, returnCredit]);
  const { dialog, method: methods, act, done } = texts.orders;
  const save = useAction(
    async () => {
      const result = await api(
        'POST /api/v1/orders/{id}/refunds',
        {
          id: order.id,
          amount_cents: Math.round((amount ?? 0) * 100),
          method,
          reason,
          ...(restock && { restock }),
          ...(returnCredit && { return_credit: returnCredit }),
        },
        { idempotencyKey },
      );
      onChange(result.order);
      onClose();
      refreshOrders();
    },
    { done: done.refunded },
  );
  return (
    <Dialog
      title={dialog.refundTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialog.close}</Button>
          <Button kind="primary" type="submit" form="record-refund" busy={save.isRunning}>
            {act.refund}
          </Button>
        </>
      }
    >
      <Form id="record-refund" onSubmit={() => save.run()} error={save.error}>
        <MoneyField
          label={dialog.amount}
          name="amount_cents"
          required
          autoFocus
          min={0}
          max={keptCents(order) / 100}
          currency={order.currency}
          value={amount}
          onChange={setAmount}
        />
        <TextField
          label={dialog.reason}
          name="reason"
          required
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        <SelectField
          label={dialog.method}
          name="method"
          value={method}
          onChange={setMethod}
          options={paymentMethods.map((value) => ({ value, label: methods[value] }))}
        />
        {order.stock?.state === 'consumed' && (
          <CheckField label={dialog.restock} name="restock" value={restock} onChange={setRestock} />
        )}
        {returnableCredit(order) > 0 && (
          <CheckField
            label={dialog.returnCredit}
            name="return_credit"
            value={returnCredit}
            onChange={setReturnCredit}
          />
        )}
      </Form>
    </Dialog>
  );
}
