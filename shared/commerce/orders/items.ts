import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { Product } from '../products/product-fields.ts';
import { lineName } from './editing.ts';
import type { Order, OrderInput, SoldItem, UnnumberedOrder } from './order.ts';

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

/** What gives a line its names. */
export type NamedProduct = Pick<
  Product,
  'name' | 'sku' | 'unit' | 'unit_quantity' | 'weight_grams' | 'category' | 'tax_category' | 'variants'
>;

/** Bytes of the names in one order. With its lines, they fit DynamoDB's 400 kB for an item. */
const maxSoldBytes = 130_000;

interface NameSources {
  readonly products: ReadonlyMap<string, NamedProduct>;
  readonly stop?: { readonly name: string } | undefined;
}

/**
 * The order with the names of what it sells, and of its stop. What an earlier version of the order had keeps its names. Texts of
 * an order with more names than an item holds are cut.
 */
export function withNames<O extends UnnumberedOrder>(
  order: O,
  before: Order | undefined,
  { products, stop }: NameSources,
): O {
  const earlier = soldBefore(before);
  const sold = order.items.map((line) => earlier.get(lineName(line)) ?? soldItem(line, products));
  const fitting = cutToFit(sold);
  const stop_name = order.stop_id === before?.stop_id ? before?.stop_name : stop?.name;
  return {
    ...order,
    items: order.items.map((line, index) => {
      const item = fitting[index];
      return item === undefined ? line : { ...line, sold: item };
    }),
    ...(order.stop_id !== undefined && stop_name !== undefined && { stop_name }),
  };
}

/** What the lines of an order have sold, by the name of the line. */
export const soldBefore = (before: Order | undefined): ReadonlyMap<string, SoldItem> =>
  new Map((before?.items ?? []).flatMap((line) => (line.sold ? [[lineName(line), line.sold] as const] : [])));

/** A variant has the unit and weight of its product unless it has its own. */
function soldItem(
  { product_id, variant_id }: OrderInput['items'][number],
  products: NameSources['products'],
): SoldItem | undefined {
  const product = products.get(product_id);
  if (product === undefined) return undefined;
  const variant = product.variants?.find(({ id }) => id === variant_id);
  const sku = variant?.sku ?? (variant_id === undefined ? product.sku : undefined);
  const unit = variant?.unit ?? product.unit;
  const unit_quantity = variant?.unit_quantity ?? product.unit_quantity;
  const weight_grams = variant?.weight_grams ?? product.weight_grams;
  const tax_category = product.tax_category ?? product.category;
  return {
    name: product.name,
    ...(variant !== undefined && { variant_name: variant.name }),
    ...(sku !== undefined && { sku }),
    ...(unit !== undefined && { unit }),
    ...(unit_quantity !== undefined && { unit_quantity }),
    ...(weight_grams !== undefined && { weight_grams }),
    ...(tax_category !== undefined && { tax_category }),
  };
}

type Sold = readonly (SoldItem | undefined)[];

const bytesOf = (sold: Sold): number =>
  sold.reduce((sum, item) => sum + (item ? Buffer.byteLength(JSON.stringify(item)) : 0), 0);

/** The same with all texts cut to the greatest length at which they fit. */
function cutToFit(sold: Sold): Sold {
  if (bytesOf(sold) <= maxSoldBytes) return sold;
  let [fits, exceeds] = [1, 256];
  while (exceeds - fits > 1) {
    const length = Math.floor((fits + exceeds) / 2);
    if (bytesOf(sold.map((item) => item && cut(item, length))) <= maxSoldBytes) fits = length;
    else exceeds = length;
  }
  return sold.map((item) => item && cut(item, fits));
}

const cut = (item: SoldItem, length: number): SoldItem => ({
  ...item,
  ...Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' ? cutText(value, length) : value,
    ]),
  ),
});

/** Never half of a character of two code units. */
const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
