import { ApiError } from '#contract/errors.ts';
import { toDecimalNumber } from '../money.ts';
import { fittingAllowances, lessAllowed, moreAllowed, requireWithin } from './allowances.ts';
import {
  type Order,
  type OrderPayment,
  orderPayment,
  order as orderSchema,
  type PaymentInput,
  type PaymentState,
  type RefundInput,
} from './order.ts';

/** What an order owes and is owed, in cents. */
interface Balance {
  readonly payment_state: PaymentState;
  readonly collect_cents: number;
  readonly return_cents: number;
}

/**
 * The balance of an order: what is due, less what was paid and not refunded. An authorization shows in the state of an order without
 * payments only. Credit that went back counts as refunded.
 */
function balanceOf(order: Order): Balance {
  const open = dueCents(order) - keptCents(order);
  return {
    payment_state: stateOf(order, open),
    collect_cents: Math.max(0, open),
    return_cents: Math.max(0, -open),
  };
}

function stateOf(order: Order, open: number): PaymentState {
  const { status, allowed_cents, refunded_cents, credit_cents, credit_returned_cents = 0 } = order;
  const kept = keptCents(order);
  if (open < 0) return 'overpaid';
  if (open > 0) return kept > 0 ? 'partially_paid' : order.authorized_cents > 0 ? 'authorized' : 'unpaid';
  const isCancelled = status === 'cancelled';
  if ((allowed_cents > 0 || isCancelled) && refunded_cents + credit_returned_cents > 0) {
    return kept === 0 && credit_cents === 0 ? 'refunded' : 'partially_refunded';
  }
  return isCancelled ? 'unpaid' : 'paid';
}

/** What the customer has to pay in all, beside credit. */
const dueCents = ({ status, amount_due_cents, allowed_cents }: Order): number =>
  status === 'cancelled' ? 0 : amount_due_cents - allowed_cents;

/** What is paid and not refunded. */
export const keptCents = ({ paid_cents, refunded_cents }: Order): number => paid_cents - refunded_cents;

/** What can still be paid, which includes what refunds allowed; nothing of a cancelled order. */
export const payableCents = (order: Order): number =>
  order.status === 'cancelled' ? 0 : Math.max(0, order.amount_due_cents - keptCents(order));

/**
 * The order with the balance that follows from its amounts. What is paid beyond the amount due first takes back what refunds allowed:
 * goodwill ends when the customer pays again, or when an edit lowers the price.
 */
export function withBalance(order: Order): Order {
  const over = keptCents(order) - dueCents(order);
  const back = order.status === 'cancelled' ? 0 : Math.min(order.allowed_cents, Math.max(0, over));
  const allowed = fittingAllowances(lessAllowed(order, back));
  return { ...allowed, ...balanceOf(allowed) };
}

/**
 * The order after credit has paid a part of the amount due, in its next version.
 *
 * @throws ApiError credit_not_usable, credit_already_used
 */
export function useCredit(order: Order, cents: number, now: Date): Order {
  if (order.credit_cents > 0) throw new ApiError('credit_already_used');
  const isOpen = order.status !== 'completed' && order.status !== 'cancelled';
  if (!isOpen || cents > balanceOf(order).collect_cents) throw new ApiError('credit_not_usable');
  return nextVersion(withBalance(withCredit(order, cents)), now);
}

const withCredit = (order: Order, credit_cents: number): Order => {
  const due = order.amount_due_cents + order.credit_cents - credit_cents;
  return { ...order, credit_cents, amount_due_cents: due, amount_due: toDecimalNumber(BigInt(due)) };
};

/** The order after its credit went back to the customer. The amount due rises by it. */
export function withoutCredit(order: Order): Order {
  const { credit_cents, credit_returned_cents = 0 } = order;
  return credit_cents === 0
    ? order
    : { ...withCredit(order, 0), credit_returned_cents: credit_returned_cents + credit_cents };
}

interface Recording {
  readonly id: string;
  readonly now: Date;
  readonly by: string;
}

interface Recorded {
  readonly order: Order;
  readonly payment: OrderPayment;
}

/**
 * The order after a payment, an authorization or the void of one, and its record.
 *
 * @throws ApiError payment_refused for more than the order can take
 */
export function recordPayment(order: Order, input: PaymentInput, recording: Recording): Recorded {
  const { kind, amount_cents } = input;
  if (order.status === 'cancelled' && kind !== 'void') {
    throw new ApiError('payment_refused', { message: 'The order is cancelled' });
  }
  const open = payableCents(order);
  const limit =
    kind === 'payment'
      ? open
      : kind === 'authorization'
        ? open - order.authorized_cents
        : order.authorized_cents;
  if (amount_cents > limit) {
    const what =
      kind === 'void' ? 'authorized' : kind === 'payment' ? 'unpaid' : 'neither paid nor authorized';
    throw new ApiError('payment_refused', { message: `The order has ${Math.max(limit, 0)} cents ${what}` });
  }
  const paid_cents = order.paid_cents + (kind === 'payment' ? amount_cents : 0);
  const authorized_cents =
    kind === 'authorization'
      ? order.authorized_cents + amount_cents
      : Math.max(0, order.authorized_cents - amount_cents);
  const changed = withBalance({ ...order, paid_cents, authorized_cents });
  return { order: nextVersion(changed, recording.now), payment: recordOf(order, input, recording) };
}

/**
 * The order after a refund, and its record. A refund returns an overpayment first. The rest lowers what is due if the order is fully
 * paid, unless the customer will pay again. A refund of all payments of such an order gives its credit back. Stock and credit return
 * once.
 *
 * @throws ApiError refund_refused for more than is paid or than its scope costs, or for stock or credit that cannot return
 */
export function recordRefund(order: Order, input: RefundInput, recording: Recording): Recorded {
  const { restock, return_credit, ...record } = input;
  requireRefundable(order, input);
  const { collect_cents, return_cents } = balanceOf(order);
  const isGoodwill = collect_cents === 0 && order.status !== 'cancelled' && input.keeps_due !== true;
  const returnsCredit = return_credit || (isGoodwill && input.amount_cents === keptCents(order));
  const credit_cents = returnsCredit ? order.credit_cents : 0;
  const priced = returnsCredit ? withoutCredit(order) : order;
  const goodwill = isGoodwill ? Math.max(0, input.amount_cents - return_cents) : 0;
  const allowed = isGoodwill ? moreAllowed(moreAllowed(priced, credit_cents, {}), goodwill, input) : priced;
  const changed = withBalance({
    ...allowed,
    refunded_cents: order.refunded_cents + input.amount_cents,
    ...(restock && order.stock && { stock: { ...order.stock, state: 'restocked' as const } }),
  });
  const allowed_cents = allowed.allowed_cents - order.allowed_cents;
  return {
    order: nextVersion(changed, recording.now),
    payment: recordOf(
      order,
      {
        ...record,
        kind: 'refund',
        ...(restock && { restocked: true }),
        ...(allowed_cents > 0 && { allowed_cents }),
        ...(credit_cents > 0 && { credit_cents }),
      },
      recording,
    ),
  };
}

function requireRefundable(order: Order, input: RefundInput): void {
  const { amount_cents, restock, return_credit } = input;
  const refundable = keptCents(order);
  if (amount_cents > refundable) {
    throw new ApiError('refund_refused', { message: `At most ${refundable} cents can be refunded` });
  }
  requireWithin(order, amount_cents - balanceOf(order).return_cents, input);
  if (restock && order.stock?.state !== 'consumed') {
    throw new ApiError('refund_refused', {
      message: 'Only consumed stock of a completed order can be restocked',
    });
  }
  if (return_credit && order.credit_cents === 0) {
    throw new ApiError('refund_refused', { message: 'The order has no credit to return' });
  }
}

/** The next version, its members in the order of the schema. */
const nextVersion = (order: Order, now: Date): Order =>
  orderSchema.parse({ ...order, updated_at: now.toISOString(), version: order.version + 1 });

const recordOf = (
  { id: order_id, brand_id, currency }: Order,
  record: Omit<OrderPayment, 'id' | 'order_id' | 'brand_id' | 'currency' | 'by' | 'created_at'>,
  { id, now, by }: Recording,
): OrderPayment =>
  orderPayment.parse({ id, order_id, brand_id, ...record, currency, by, created_at: now.toISOString() });
