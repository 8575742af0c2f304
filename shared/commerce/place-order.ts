import type { Order, OrderInput } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';
import { maxTotalCents, sumOfLines, toCents, toDecimalNumber } from './money.ts';

/**
 * A new order: total in exact cents, rounded half up once; status `pending`.
 *
 * @throws ApiError validation_failed when the total is more than an order may have
 */
export function placeOrder(
  input: OrderInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Order {
  const total = toCents(sumOfLines(input.items));
  if (total > maxTotalCents) {
    const message = `The total is more than ${toDecimalNumber(maxTotalCents)}`;
    throw new ApiError('validation_failed', {
      details: [{ path: ['body', 'items'], message, code: 'too_big' }],
    });
  }
  const time = now.toISOString();
  return {
    id,
    ...input,
    status: 'pending',
    total: toDecimalNumber(total),
    created_at: time,
    updated_at: time,
    version: 1,
  };
}
