import { useState } from 'preact/hooks';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import { keptCents } from '#commerce/orders/payment.ts';
import { mayBecome, nextStatus } from '#commerce/orders/rules.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { FieldRow, Form, TextAreaField, TextField } from '#web/components/fields.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Menu, type MenuItem } from '#web/components/menu.tsx';
import { Notice } from '#web/components/notice.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { pendingOrderStatus, sendOrderStatus } from '#web/offline/order-writes.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { DeliveryFields } from '../new-order/delivery-fields.tsx';
import { lineNameOf } from '../new-order/draft.ts';
import { LinesEditor } from '../new-order/lines-editor.tsx';
import { useOffers, withReserved } from '../new-order/offers.ts';
import { refreshOrders, reportStatus } from './after-change.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { LowerDialog } from './lower-dialog.tsx';
import { editInput, type OrderEdit, useOrderEdit } from './order-edit.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import './order.css';

type OpenDialog = 'cancel' | 'pay' | 'refund' | 'edit' | 'lower' | undefined;

/** The next action of an order as a button, and all other actions in a menu. `onChange` shows the changed order at once. */
export function OrderActions({
  order,
  onChange,
  primary = true,
}: {
  readonly order: Order;
  readonly onChange: (order: Order) => void;
  readonly primary?: boolean;
}) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const { act, viewerReason } = texts.orders;
  const isWaiting = pendingOrderStatus.value.has(order.id);
  const status = pendingOrderStatus.value.get(order.id) ?? order.status;
  const next = nextStatus(status);
  const changeTo = async (to: Exclude<OrderStatus, 'pending'>, reason = '') => {
    const outcome = await sendOrderStatus({ ...order, status }, to, reason);
    if (outcome === 'sent')
      onChange({
        ...order,
        status: to,
        version: order.version + 1,
        ...(reason !== '' && { cancel_reason: reason }),
      });
    reportStatus(order, to, outcome);
    if (outcome === 'sent') refreshOrders();
  };
  const change = useAction(changeTo);
  return (
    <div class="order-actions">
      {next !== undefined && next !== 'pending' && next !== 'cancelled' && (
        <Button
          kind={primary ? 'primary' : 'secondary'}
          icon="check"
          busy={change.isRunning}
          reason={mayEdit() ? undefined : viewerReason}
          onClick={() => void change.run(next)}
        >
          {next === 'confirmed' ? act.confirm : next === 'ready' ? act.ready : act.complete}
        </Button>
      )}
      {next === undefined && !isWaiting && order.collect_cents > 0 && (
        <Button
          kind={primary ? 'primary' : 'secondary'}
          icon="money"
          reason={mayEdit() ? undefined : viewerReason}
          onClick={() => setDialog('pay')}
        >
          {act.pay}
        </Button>
      )}
      {next === undefined && !isWaiting && order.return_cents > 0 && (
        <Button
          kind={primary ? 'primary' : 'secondary'}
          icon="undo"
          reason={mayEdit() ? undefined : viewerReason}
          onClick={() => setDialog('refund')}
        >
          {act.refund}
        </Button>
      )}
      <Menu items={menuItems(order, status, setDialog)} kind="secondary" />
      {dialog === 'cancel' && (
        <CancelDialog
          title={texts.orders.dialog.cancelTitle(formatOrder(order))}
          cancel={(reason) => changeTo('cancelled', reason)}
          onClose={close}
        />
      )}
      {dialog === 'pay' && <PaymentDialog order={order} onClose={close} onChange={onChange} />}
      {dialog === 'refund' && <RefundDialog order={order} onClose={close} onChange={onChange} />}
      {dialog === 'lower' && <LowerDialog order={order} onClose={close} onChange={onChange} />}
      {dialog === 'edit' && <EditOrder order={order} onClose={close} onChange={onChange} />}
    </div>
  );
}

function menuItems(
  order: Order,
  status: OrderStatus,
  open: (dialog: OpenDialog) => void,
): readonly MenuItem[] {
  const { act, one, viewerReason } = texts.orders;
  const editable = mayEdit();
  // A waiting change has the version that it was made for; another change would bring it into conflict.
  const waiting = pendingOrderStatus.value.has(order.id) ? one.waitingChange : undefined;
  const reasonOf = (isPossible: boolean, reason: string) =>
    editable ? (isPossible ? waiting : reason) : viewerReason;
  return [
    status === 'confirmed'
      ? { label: act.lower, icon: 'minus', onSelect: () => open('lower'), reason: reasonOf(true, '') }
      : {
          label: act.edit,
          icon: 'edit',
          onSelect: () => open('edit'),
          reason: reasonOf(status === 'pending', one.editReason),
        },
    {
      label: act.pay,
      icon: 'money',
      onSelect: () => open('pay'),
      reason: reasonOf(
        order.collect_cents > 0,
        status === 'cancelled' ? one.payCancelledReason : one.payReason,
      ),
    },
    {
      label: act.refund,
      icon: 'undo',
      onSelect: () => open('refund'),
      reason: reasonOf(keptCents(order) > 0 || order.credit_cents > 0, one.refundReason),
    },
    {
      label: act.cancel,
      icon: 'close',
      danger: true,
      onSelect: () => open('cancel'),
      reason: editable ? (mayBecome(status, 'cancelled') ? undefined : one.cancelReason) : viewerReason,
    },
  ];
}

/** Edits a pending order: customer, items, delivery, promo code and notes. A change by someone else in between is shown first. */
function EditOrder({
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
  const text = (member: keyof OrderEdit & ('name' | 'email' | 'phone' | 'notes' | 'promoCode')) => ({
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
        rules={contractRules('PATCH /api/v1/orders/{id}')}
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
        <TextField label={one.promoCode} name="promo_code" maxLength={50} {...text('promoCode')} />
        <TextAreaField label={one.notes} name="notes" rows={2} maxLength={1000} {...text('notes')} />
      </Form>
    </Dialog>
  );
}

/** Says that a change of the order waits for signal, with the way to the outbox. */
export function WaitingNote({ order }: { readonly order: Pick<Order, 'id'> }) {
  if (!pendingOrderStatus.value.has(order.id)) return null;
  return (
    <Link class="order-waiting" to="/outbox">
      <Icon name="outbox" small />
      {texts.orders.one.waitingChange}
    </Link>
  );
}
