import { ApiError } from '#contract/errors.ts';
import { type AmountFault, amountsOf, type Pricing, plainPricing, withAmounts } from './amounts.ts';
import { shownFulfillment } from './fulfillment.ts';
import { noPayments, type Order, type OrderInput, type OrderStatus } from './order.ts';
import { withBalance } from './payment.ts';

/**
 * A new order in status `pending`. Its total is exact and rounded half up once.
 *
 * @throws ApiError validation_failed when the total exceeds the maximum, or credit exceeds the amount due
 */
export function placeOrder(
  input: OrderInput,
  { id, now }: { readonly id: string; readonly now: Date },
  pricing: Pricing = plainPricing,
): Order {
  const time = now.toISOString();
  requireRecent(input, now);
  const { credit_cents: creditCents = pricing.creditCents } = input;
  const amounts = amountsOf(input, { ...pricing, creditCents });
  if ('member' in amounts) throw amountRefusal(amounts);
  if (input.credit_cents !== undefined && amounts.credit_cents < input.credit_cents)
    throw tooMuchCredit(amounts.credit_cents);
  const fulfilled = shownFulfillment(input);
  return withBalance({
    id,
    ...input,
    ...fulfilled,
    status: 'pending',
    ...withAmounts(fulfilled.items, amounts),
    payment_state: 'unpaid',
    ...noPayments,
    created_at: time,
    updated_at: time,
    version: 1,
  });
}

/** How long ago a sale may be when it is sent, in milliseconds. */
export const maxSaleAge = 7 * 24 * 3_600_000;

/** @throws ApiError validation_failed for a sale in the future or more than 7 days ago */
function requireRecent({ sold_at }: OrderInput, now: Date): void {
  const age = sold_at === undefined ? 0 : now.getTime() - Date.parse(sold_at);
  if (age >= 0 && age <= maxSaleAge) return;
  const message = 'The sale must be at most 7 days ago, and not in the future';
  throw new ApiError('validation_failed', {
    details: [{ path: ['body', 'sold_at'], message, code: age < 0 ? 'too_big' : 'too_small' }],
  });
}

/** The refusal of an order that has no amounts. */
export const amountRefusal = ({ member, message }: AmountFault): ApiError =>
  new ApiError('validation_failed', { details: [{ path: ['body', member], message, code: 'too_big' }] });

const tooMuchCredit = (due: number) =>
  new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'credit_cents'],
        message: `Credit must not exceed the ${due} cents due`,
        code: 'too_big',
      },
    ],
  });

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['ready', 'cancelled'],
  ready: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Whether an order may change from one status to another. */
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

/** The status that follows in the work; undefined at its end. */
export const nextStatus = (status: OrderStatus): OrderStatus | undefined =>
  transitions[status].find((next) => next !== 'cancelled');

/**
 * The order in its next status, with the next version; the same order if it already has that status.
 *
 * @throws ApiError illegal_transition
 */
export function changeOrderStatus(order: Order, status: OrderStatus, now: Date, reason?: string): Order {
  if (order.status === status) return order;
  if (!mayBecome(order.status, status)) {
    const message = `An order in status ${order.status} cannot change to ${status}`;
    throw new ApiError('illegal_transition', { message });
  }
  return {
    ...order,
    status,
    ...(reason !== undefined && { cancel_reason: reason }),
    updated_at: now.toISOString(),
    version: order.version + 1,
  };
}
