import { openCents, overpaidCents } from '#commerce/orders/payment.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { formatDate, formatDateTime, formatMoney } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Says the state of an order and of its payment. */
export function orderSentence(order: Order, stop: string | undefined): string {
  return [stateSentence(order), pickupSentence(order, stop), moneySentence(order)]
    .filter((part) => part !== '')
    .join(' ');
}

function stateSentence(order: Order): string {
  const { sentence } = texts.orders.one;
  const changed = formatDate(order.updated_at);
  switch (order.status) {
    case 'pending':
      return sentence.pending(formatDateTime(order.created_at));
    case 'confirmed':
      return sentence.confirmed;
    case 'ready':
      return order.fulfillment === 'ship' ? sentence.readyShip : sentence.ready;
    case 'completed':
      return sentence.completed(changed);
    case 'cancelled':
      return order.cancel_reason
        ? sentence.cancelledBecause(changed, order.cancel_reason)
        : sentence.cancelled(changed);
  }
}

function pickupSentence({ status, pickup_date }: Order, stop: string | undefined): string {
  if (status === 'completed' || status === 'cancelled' || stop === undefined) return '';
  const { pickupAt, pickupStop } = texts.orders.one;
  return pickup_date === undefined ? pickupStop(stop) : pickupAt(stop, formatDate(pickup_date));
}

function moneySentence(order: Order): string {
  const { dueSentence, refundDueSentence, paidSentence } = texts.orders.one;
  const [open, over] = [openCents(order), overpaidCents(order)];
  if (over > 0) return refundDueSentence(formatMoney(over, order.currency));
  if (open > 0 && order.refunded_cents === 0) return dueSentence(formatMoney(open, order.currency));
  return order.payment_state === 'paid' ? paidSentence : '';
}
