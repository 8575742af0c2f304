import { type Order, order as orderSchema } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';
import { toDecimalNumber } from '../money.ts';

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
