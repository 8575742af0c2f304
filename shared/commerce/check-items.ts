import type { OrderInput } from '#contract/commerce/orders.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';

/** What an order needs to know of a product of its brand. */
export interface KnownProduct {
  readonly is_active: boolean;
  readonly price?: number | undefined;
  readonly version: number;
}

/** How a brand wants the items of its orders checked, and the ordered products that exist, by id. */
export interface CatalogRules {
  readonly catalog: 'managed' | 'external';
  readonly prices: 'trust' | 'match';
  readonly products: ReadonlyMap<string, KnownProduct>;
}

/**
 * Checks the items of an order. In a managed catalog every product must exist and be active. A brand that matches
 * prices also wants the price of each item to be that of its product.
 *
 * @throws ApiError unknown_product, price_mismatch; with one detail for each item at fault
 */
export function checkItems(items: OrderInput['items'], { catalog, prices, products }: CatalogRules): void {
  if (catalog === 'external') return;
  const details = items.flatMap((item, index): ErrorDetail[] => {
    const fault =
      productFault(item, products) ?? (prices === 'match' ? priceFault(item, products) : undefined);
    if (!fault) return [];
    const { member, ...rest } = fault;
    return [{ path: ['body', 'items', index, member], ...rest }];
  });
  if (details.length === 0) return;
  const isPriceOnly = details.every(({ path }) => path.at(-1) === 'price');
  throw new ApiError(isPriceOnly ? 'price_mismatch' : 'unknown_product', { details });
}

type Item = OrderInput['items'][number];
type Products = CatalogRules['products'];

interface Fault extends Omit<ErrorDetail, 'path'> {
  readonly member: keyof Item;
}

function productFault({ product_id }: Item, products: Products): Fault | undefined {
  const product = products.get(product_id);
  if (product?.is_active) return undefined;
  return {
    member: 'product_id',
    message: `Product ${product_id} ${product ? 'is not active' : 'does not exist'}`,
    code: product ? 'inactive_product' : 'unknown_product',
  };
}

/** Both prices were read from JSON numbers: equal numbers are equal decimals. */
function priceFault({ product_id, price }: Item, products: Products): Fault | undefined {
  const listed = products.get(product_id)?.price;
  if (listed === price) return undefined;
  return {
    member: 'price',
    message:
      listed === undefined
        ? `Product ${product_id} has no price in the catalog; the order says ${price}`
        : `Product ${product_id} costs ${listed} in the catalog; the order says ${price}`,
    code: listed === undefined ? 'unpriced_product' : 'price_mismatch',
  };
}
