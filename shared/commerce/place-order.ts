import type { Order, OrderInput } from '#commerce/orders/contract.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type AmountFault,
  amountsOf,
  type Pricing,
  plainPricing,
  unpaid,
  withAmounts,
} from './orders/amounts.ts';
import { withBalance } from './orders/payment.ts';

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
  const { credit_cents: creditCents = pricing.creditCents } = input;
  const amounts = amountsOf(input, { ...pricing, creditCents });
  if ('member' in amounts) throw amountRefusal(amounts);
  if (input.credit_cents !== undefined && amounts.credit_cents < input.credit_cents)
    throw tooMuchCredit(amounts.credit_cents);
  return withBalance({
    id,
    ...input,
    status: 'pending',
    ...withAmounts(input.items, amounts),
    ...unpaid,
    created_at: time,
    updated_at: time,
    version: 1,
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
