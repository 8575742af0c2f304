import { useState } from 'preact/hooks';
import type { Order } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, NumberField, TextField } from '#web/components/fields.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { byId, lineName, useCatalog } from '../selling/catalog.ts';
import { refreshOrders } from './change-status.ts';

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
  const [quantities, setQuantities] = useState(() => order.items.map(({ quantity }) => quantity));
  const [reason, setReason] = useState('');
  const catalog = byId(useCatalog(order.brand_id).data);
  const { dialog, act, done, fresh, one } = texts.orders;
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
        {order.items.map((line, index) => (
          <NumberField
            key={`${line.product_id} ${line.variant_id ?? ''} ${index}`}
            label={fresh.quantityOf(lineName(catalog, line) ?? one.deletedProduct)}
            name={`items.${index}.quantity`}
            min={0}
            max={line.quantity}
            value={quantities[index]}
            onChange={(quantity = 0) =>
              setQuantities((before) => before.map((other, at) => (at === index ? quantity : other)))
            }
          />
        ))}
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

/** The lines that are left. A line says again only what was said of its delivery. */
const itemsOf = ({ items }: Order, quantities: readonly number[]) =>
  items.flatMap(({ product_id, variant_id, price, fulfillment, fulfillment_given }, index) => {
    const quantity = quantities[index] ?? 0;
    if (quantity === 0) return [];
    const variant = variant_id === undefined ? {} : { variant_id };
    return [{ product_id, ...variant, quantity, price, ...(fulfillment_given && { fulfillment }) }];
  });
