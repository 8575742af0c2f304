import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { OrderInput } from './order.ts';

/** A product, as far as an order depends on it. */
export interface KnownProduct {
  readonly is_active: boolean;
  readonly price?: number | undefined;
  readonly version: number;
  readonly variants?:
    | readonly { readonly id: string; readonly is_active: boolean; readonly price?: number | undefined }[]
    | undefined;
}

/** Settings of a brand that govern the items of its orders, and the ordered products that exist, by id. */
export interface CatalogRules {
  readonly catalog: 'managed' | 'external';
  readonly prices: 'trust' | 'match';
  readonly products: ReadonlyMap<string, KnownProduct>;
}

/**
 * Checks the items of an order. In a managed catalog every product must exist and be active. If the brand matches
 * prices, each item must have the price of its product.
 *
 * @param judges chooses the items to check; by default all
 * @throws ApiError unknown_product, price_mismatch; with one detail for each faulty item
 */
export function checkItems(
  items: OrderInput['items'],
  { catalog, prices, products }: CatalogRules,
  judges: (item: Item) => boolean = () => true,
): void {
  if (catalog === 'external') return;
  const details = items.flatMap((item, index): ErrorDetail[] => {
    if (!judges(item)) return [];
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

function productFault({ product_id, variant_id }: Item, products: Products): Fault | undefined {
  const product = products.get(product_id);
  if (product?.is_active) return variantFault(variant_id, product);
  return {
    member: 'product_id',
    message: `Product ${product_id} ${product ? 'is not active' : 'does not exist'}`,
    code: product ? 'inactive_product' : 'unknown_product',
  };
}

/** A product without variants accepts any variant id, because the caller may keep variants elsewhere. */
function variantFault(variantId: string | undefined, { variants = [] }: KnownProduct): Fault | undefined {
  if (variantId === undefined || variants.length === 0) return undefined;
  const variant = variants.find(({ id }) => id === variantId);
  if (variant?.is_active) return undefined;
  return {
    member: 'variant_id',
    message: `Variant ${variantId} ${variant ? 'is not active' : 'does not exist'}`,
    code: variant ? 'inactive_variant' : 'unknown_variant',
  };
}

/** A variant without a price has that of its product. Both prices come from JSON numbers, and equal numbers are equal decimals. */
function priceFault({ product_id, variant_id, price }: Item, products: Products): Fault | undefined {
  const product = products.get(product_id);
  const listed = product?.variants?.find(({ id }) => id === variant_id)?.price ?? product?.price;
  if (listed === price) return undefined;
  return {
    member: 'price',
    message:
      listed === undefined
        ? `Product ${product_id} has no catalog price; the order has ${price}`
        : `Product ${product_id} costs ${listed} in the catalog; the order has ${price}`,
    code: listed === undefined ? 'unpriced_product' : 'price_mismatch',
  };
}
