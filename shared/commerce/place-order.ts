import type { Order, OrderInput } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';
import { maxTotalCents, sumOfLines, toCents, toDecimalNumber } from './money.ts';

/**
 * A new order in status `pending`. Its total is exact and rounded half up once.
 *
 * @throws ApiError validation_failed when the total exceeds the maximum
 */
export function placeOrder(
  input: OrderInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Order {
  const total = toCents(sumOfLines(input.items));
  if (total > maxTotalCents) {
    const message = `The total must not exceed ${toDecimalNumber(maxTotalCents)}`;
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
