import type { Order, OrderInput } from '#contract/commerce/orders.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import { maximumCents, sumOfLines, toCents, toDecimalNumber } from './money.ts';

/** What an order needs to know of a product of its brand. */
export interface KnownProduct {
  readonly is_active: boolean;
}

/**
 * A new order: total in exact cents, rounded half up once; status `pending`.
 *
 * @throws ApiError validation_failed when the total is more than a JSON number keeps to the cent
 */
export function placeOrder(
  input: OrderInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Order {
  const total = toCents(sumOfLines(input.items));
  if (total > maximumCents) {
    const message = `The total is more than ${toDecimalNumber(maximumCents)}`;
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

/**
 * In a brand whose catalog is managed every ordered product must exist and be active.
 *
 * @throws ApiError unknown_product with one detail for each item at fault
 */
export function checkProducts(items: OrderInput['items'], products: ReadonlyMap<string, KnownProduct>): void {
  const details = items.flatMap(({ product_id }, index): ErrorDetail[] => {
    const product = products.get(product_id);
    if (product?.is_active) return [];
    const fault = product ? 'is not active' : 'does not exist';
    return [
      {
        path: ['body', 'items', index, 'product_id'],
        message: `Product ${product_id} ${fault}`,
        code: product ? 'inactive_product' : 'unknown_product',
      },
    ];
  });
  if (details.length > 0) throw new ApiError('unknown_product', { details });
}
