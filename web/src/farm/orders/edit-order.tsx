import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FieldRow, Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { DeliveryFields } from '../new-order/delivery-fields.tsx';
import { lineNameOf } from '../new-order/draft.ts';
import { LinesEditor } from '../new-order/lines-editor.tsx';
import { useOffers, withReserved } from '../new-order/offers.ts';
import { refreshOrders } from './change-status.ts';
import { editInput, type OrderEdit, useOrderEdit } from './order-edit.ts';

/** Edits a pending order: customer, items, delivery and notes. A change by someone else in between is shown first. */
export function EditOrder({
  order,
  onClose,
  onChange,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onChange: (order: Order) => void;
}) {
  const offers = useOffers(order.brand_id);
  const { edit, change, restart } = useOrderEdit(order, offers);
  const [isConflict, setConflict] = useState(false);
  const { dialog, one, done } = texts.orders;
  const [sentLines, setSentLines] = useState(edit.lines);
  const save = useAction(async () => {
    setSentLines(edit.lines);
    try {
      const edited = await api('PATCH /api/v1/orders/{id}', editInput(order, edit), { ifMatch: order });
      onChange(edited);
      onClose();
      toast({ text: done.edited, tone: 'good' });
      refreshOrders();
    } catch (error) {
      if (!isApiError(error, 'precondition_failed')) throw error;
      const current = await api('GET /api/v1/orders/{id}', { id: order.id });
      onChange(current);
      restart(current);
      setConflict(true);
    }
  });
  const text = (member: keyof OrderEdit & ('name' | 'email' | 'phone' | 'notes')) => ({
    value: edit[member],
    onChange: (value: string) => change({ [member]: value }),
  });
  return (
    <Dialog
      title={dialog.editTitle}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialog.close}</Button>
          <Button kind="primary" type="submit" form="edit-order" busy={save.isRunning}>
            {dialog.save}
          </Button>
        </>
      }
    >
      <Form
        id="edit-order"
        onSubmit={() => save.run()}
        error={save.error}
        labelOf={(fault) => lineNameOf(sentLines, fault)}
      >
        {isConflict && (
          <Notice tone="warning" isNew>
            {dialog.conflict}
          </Notice>
        )}
        <LinesEditor
          lines={edit.lines}
          sentLines={sentLines}
          offers={withReserved(offers.list, order)}
          currency={order.currency}
          onChange={(lines) => change({ lines })}
        />
        <DeliveryFields brandId={order.brand_id} delivery={edit} onChange={change} />
        <FieldRow>
          <TextField label={one.name} name="customer_name" maxLength={255} {...text('name')} />
          <TextField label={one.email} name="customer_email" type="email" {...text('email')} />
          <TextField label={one.phone} name="customer_phone" type="tel" {...text('phone')} />
        </FieldRow>
        <TextAreaField label={one.notes} name="notes" rows={2} maxLength={1000} {...text('notes')} />
      </Form>
    </Dialog>
  );
}
