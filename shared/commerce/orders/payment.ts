import { ApiError } from '#contract/errors.ts';
import { toDecimalNumber } from '../money.ts';
import {
  type Order,
  type OrderPayment,
  orderPayment,
  order as orderSchema,
  type PaymentInput,
  type RefundInput,
} from './contract.ts';

/**
 * The order after credit has paid a part of the amount due, in its next version.
 *
 * @throws ApiError credit_not_usable, credit_already_used
 */
export function useCredit(order: Order, cents: number, now: Date): Order {
  const { status, amount_due_cents, paid_cents, refunded_cents } = order;
  if (order.credit_cents > 0) throw new ApiError('credit_already_used');
  const isOpen = status !== 'completed' && status !== 'cancelled';
  if (!isOpen || cents > amount_due_cents - (paid_cents - refunded_cents)) {
    throw new ApiError('credit_not_usable');
  }
  const due = amount_due_cents - cents;
  return {
    ...order,
    credit_cents: cents,
    amount_due_cents: due,
    amount_due: toDecimalNumber(BigInt(due)),
    updated_at: now.toISOString(),
    version: order.version + 1,
  };
}

/** Credit that a cancellation or refund of the order gives back. */
export const returnableCredit = ({ credit_cents, credit_returned_cents }: Order): number =>
  credit_returned_cents === undefined ? credit_cents : 0;

/** The order after its credit went back to the customer. Its amounts still show what it had used. */
export const withoutCredit = (order: Order): Order =>
  returnableCredit(order) === 0
    ? order
    : orderSchema.parse({ ...order, credit_returned_cents: order.credit_cents });

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
  const open = order.amount_due_cents - keptCents(order);
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
  const changed = withPaymentState({ ...order, paid_cents, authorized_cents });
  return { order: nextVersion(changed, recording.now), payment: recordOf(order, input, recording) };
}

/**
 * The order after a refund, and its record. A refund of all payments gives the credit of the order back. Stock and credit
 * return once.
 *
 * @throws ApiError refund_refused for more than is paid, or for stock or credit that cannot return
 */
export function recordRefund(order: Order, input: RefundInput, recording: Recording): Recorded {
  const { restock, return_credit, ...record } = input;
  const refundable = keptCents(order);
  if (input.amount_cents > refundable) {
    throw new ApiError('refund_refused', { message: `At most ${refundable} cents can be refunded` });
  }
  if (restock && order.stock?.state !== 'consumed') {
    throw new ApiError('refund_refused', {
      message: 'Only consumed stock of a completed order can be restocked',
    });
  }
  if (return_credit && returnableCredit(order) === 0) {
    throw new ApiError('refund_refused', { message: 'The order has no credit to return' });
  }
  const refunded = { ...order, refunded_cents: order.refunded_cents + input.amount_cents };
  const returnsCredit = return_credit || input.amount_cents === refundable;
  const changed = withPaymentState(returnsCredit ? withoutCredit(refunded) : refunded);
  const credit_cents = returnsCredit ? returnableCredit(order) : 0;
  const restocked =
    restock && changed.stock ? { stock: { ...changed.stock, state: 'restocked' as const } } : {};
  return {
    order: nextVersion({ ...changed, ...restocked }, recording.now),
    payment: recordOf(
      order,
      {
        ...record,
        kind: 'refund',
        ...(restock && { restocked: true }),
        ...(credit_cents > 0 && { credit_cents }),
      },
      recording,
    ),
  };
}

/** The order in the state of payment that follows from its amounts. An order of which nothing is due is paid. */
export const withPaymentState = (order: Order): Order => ({ ...order, payment_state: stateOf(order) });

/** What is paid and not refunded. */
export const keptCents = ({ paid_cents, refunded_cents }: Order): number => paid_cents - refunded_cents;

/** What can still be paid; nothing of a cancelled order. */
export const openCents = (order: Order): number =>
  order.status === 'cancelled' ? 0 : Math.max(0, order.amount_due_cents - keptCents(order));

/** What was paid beyond the amount due, or for an order that is cancelled. */
export const overpaidCents = (order: Order): number =>
  Math.max(0, keptCents(order) - (order.status === 'cancelled' ? 0 : order.amount_due_cents));

function stateOf(order: Order): Order['payment_state'] {
  const { paid_cents, refunded_cents, authorized_cents, amount_due_cents, total_cents } = order;
  const { credit_cents, credit_returned_cents = 0 } = order;
  if (refunded_cents + credit_returned_cents > 0) {
    const isWhole = refunded_cents === paid_cents && credit_returned_cents === credit_cents;
    return isWhole ? 'refunded' : 'partially_refunded';
  }
  if (paid_cents >= amount_due_cents && (paid_cents > 0 || total_cents > 0)) return 'paid';
  return authorized_cents > 0 ? 'authorized' : 'unpaid';
}

const nextVersion = (order: Order, now: Date): Order => ({
  ...order,
  updated_at: now.toISOString(),
  version: order.version + 1,
});

const recordOf = (
  { id: order_id, brand_id, currency }: Order,
  record: Pick<
    OrderPayment,
    'kind' | 'amount_cents' | 'method' | 'reference' | 'reason' | 'restocked' | 'credit_cents'
  >,
  { id, now, by }: Recording,
): OrderPayment =>
  orderPayment.parse({ id, order_id, brand_id, ...record, currency, by, created_at: now.toISOString() });
