import { useState } from 'preact/hooks';
import type { Order } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { refreshOrders } from './after-change.ts';
import { LineQuantities, linesWith } from './line-quantities.tsx';

/** Lowers the quantities of a confirmed order when goods are short. A line of 0 is removed; one line has to stay. */
export function LowerDialog({
  order,
  onClose,
  onChange,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onChange: (order: Order) => void;
}) {
  const [quantities, setQuantities] = useState<readonly number[]>(() =>
    order.items.map(({ quantity }) => quantity),
  );
  const [reason, setReason] = useState('');
  const { dialog, act, done } = texts.orders;
  const isLower = order.items.some(({ quantity }, index) => quantity > (quantities[index] ?? 0));
  const isEmpty = quantities.every((quantity) => quantity === 0);
  const save = useAction(
    async () => {
      const items = itemsOf(order, quantities);
      onChange(
        await api(
          'PATCH /api/v1/orders/{id}',
          { id: order.id, items, reason: reason.trim() },
          { ifMatch: order },
        ),
      );
      onClose();
      refreshOrders();
    },
    { done: done.edited },
  );
  return (
    <Dialog
      title={act.lower}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialog.close}</Button>
          <Button
            kind="primary"
            type="submit"
            form="lower-order"
            busy={save.isRunning}
            reason={isEmpty ? dialog.lowerNone : isLower ? undefined : dialog.lowerFirst}
            reasonAs="tip"
          >
            {dialog.save}
          </Button>
        </>
      }
    >
      <Form id="lower-order" onSubmit={() => save.run()} error={save.error}>
        <LineQuantities order={order} quantities={quantities} onChange={setQuantities} />
        <TextField
          label={dialog.lowerReason}
          name="reason"
          hint={dialog.reasonHint}
          required
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  );
}

/** The lines that are left. A line repeats only the delivery that a caller gave. */
const itemsOf = (order: Order, quantities: readonly number[]) =>
  linesWith(order, quantities).map(
    ({ product_id, variant_id, quantity, price, fulfillment, fulfillment_given }) => ({
      product_id,
      ...(variant_id !== undefined && { variant_id }),
      quantity,
      price,
      ...(fulfillment_given && { fulfillment }),
    }),
  );
