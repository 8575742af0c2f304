import type { Order } from '#contract/commerce/orders.ts';

/** What is paid and not refunded. */
export const keptCents = ({ paid_cents, refunded_cents }: Order): number => paid_cents - refunded_cents;

/** What can still be paid; nothing of a cancelled order. */
export const openCents = (order: Order): number =>
  order.status === 'cancelled' ? 0 : Math.max(0, order.amount_due_cents - keptCents(order));

/** What was paid beyond the amount due, or for an order that is cancelled. */
export const overpaidCents = (order: Order): number =>
  Math.max(0, keptCents(order) - (order.status === 'cancelled' ? 0 : order.amount_due_cents));

/** Referral credit that a refund can give back. */
export const returnableCredit = ({ credit_cents, credit_returned_cents = 0 }: Order): number =>
  credit_cents - credit_returned_cents;
