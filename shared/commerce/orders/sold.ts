import type { Product } from '#commerce/products/product-fields.ts';
import { lineName } from './editing.ts';
import type { Order, OrderInput, SoldItem } from './order.ts';

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
export function withNames(order: Order, before: Order | undefined, { products, stop }: NameSources): Order {
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
