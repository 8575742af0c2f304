import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';

/** The data of order events. It names no customer, because deliveries are logged. */
const orderFacts = (order: Order) => ({
  id: order.id,
  status: order.status,
  total: order.total,
  fulfillment: order.fulfillment,
  ...(order.stop_id !== undefined && { stop_id: order.stop_id }),
  item_count: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
  created_at: order.created_at,
  updated_at: order.updated_at,
  version: order.version,
});

export const orderCreatedEvent = (order: Order): OutgoingEvent => ({
  type: 'order.created',
  data: orderFacts(order),
});

export const orderStatusEvent = (order: Order, previous_status: OrderStatus): OutgoingEvent => ({
  type: 'order.status_changed',
  data: { ...orderFacts(order), previous_status },
});

export const orderChangedEvent = (order: Order): OutgoingEvent => ({
  type: 'order.changed',
  data: orderFacts(order),
});

const moneyFacts = (order: Order) => ({
  currency: order.currency,
  amount_due_cents: order.amount_due_cents,
  paid_cents: order.paid_cents,
  refunded_cents: order.refunded_cents,
  allowed_cents: order.allowed_cents,
  collect_cents: order.collect_cents,
  return_cents: order.return_cents,
  payment_state: order.payment_state,
});

/** The event of a change by which an order became paid. */
export const orderPaidEvents = (before: Order, after: Order): readonly OutgoingEvent[] =>
  after.payment_state === 'paid' && before.payment_state !== 'paid'
    ? [{ type: 'order.paid', data: { ...orderFacts(after), ...moneyFacts(after) } }]
    : [];

export const orderRefundedEvent = (
  order: Order,
  refund: { readonly id: string; readonly amount_cents: number },
): OutgoingEvent => ({
  type: 'order.refunded',
  data: {
    ...orderFacts(order),
    ...moneyFacts(order),
    refund_id: refund.id,
    refund_cents: refund.amount_cents,
  },
});
