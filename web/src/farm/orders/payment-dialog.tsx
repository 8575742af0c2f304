import { useMemo, useState } from 'preact/hooks';
import { type Order, type OrderPayment, paymentMethods } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, MoneyField, SelectField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { refreshOrders } from './after-change.ts';

export type PaymentMethod = OrderPayment['method'];

/** Records a payment; the amount begins with all that is open. */
export function PaymentDialog({
  order,
  onClose,
  onChange,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onChange: (order: Order) => void;
}) {
  const [amount, setAmount] = useState<number | undefined>(order.collect_cents / 100);
  const [method, setMethod] = useState<PaymentMethod>('cash');
  const [reference, setReference] = useState('');
  // One key for all attempts: a payment whose reply was lost is not recorded twice.
  const idempotencyKey = useMemo(() => crypto.randomUUID(), [amount, method, reference]);
  const { dialog, method: methods, act, done } = texts.orders;
  const save = useAction(
    async () => {
      const result = await api(
        'POST /api/v1/orders/{id}/payments',
        {
          id: order.id,
          amount_cents: Math.round((amount ?? 0) * 100),
          method,
          ...(reference.trim() && { reference: reference.trim() }),
        },
        { idempotencyKey },
      );
      onChange(result.order);
      onClose();
      refreshOrders();
    },
    { done: done.paid },
  );
  return (
    <Dialog
      title={dialog.payTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialog.close}</Button>
          <Button kind="primary" type="submit" form="record-payment" busy={save.isRunning}>
            {act.pay}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/orders/{id}/payments')}
        id="record-payment"
        onSubmit={() => save.run()}
        error={save.error}
      >
        <p>{dialog.payHint}</p>
        <MoneyField
          label={dialog.amount}
          name="amount_cents"
          required
          autoFocus
          min={0}
          currency={order.currency}
          value={amount}
          onChange={setAmount}
        />
        <SelectField
          label={dialog.method}
          name="method"
          value={method}
          onChange={setMethod}
          options={paymentMethods.map((value) => ({ value, label: methods[value] }))}
        />
        <TextField
          label={dialog.reference}
          name="reference"
          hint={dialog.referenceHint}
          optional
          maxLength={255}
          value={reference}
          onChange={setReference}
        />
      </Form>
    </Dialog>
  );
}
