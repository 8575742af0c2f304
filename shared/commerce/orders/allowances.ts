import { ApiError } from '#contract/errors.ts';
import { sharesOf } from '../money.ts';
import type { Order, RefundInput } from './order.ts';
import { goodsByProduct, lineParts, type Parts, partsAfterCredit } from './worth.ts';

/** What refunds took off the amount due, by part of the price. `products` is the part of the goods that names products. */
interface Allowances extends Parts {
  readonly products: ReadonlyMap<string, number>;
}

/** The part of an order that a refund is for; all of it if empty. */
export type RefundScope = Pick<RefundInput, 'of' | 'items'>;

/** The order with less taken off its amount due. Every part gives its share back. */
export function lessAllowed(order: Order, cents: number): Order {
  if (cents === 0) return order;
  const { goods, shipping, tax, products } = allowancesOf(order);
  const [ofGoods = 0, ofShipping = 0, ofTax = 0] = sharesOf(order.allowed_cents - cents, [
    goods,
    shipping,
    tax,
  ]);
  const named = [...products.values()];
  const shares = sharesOf(ofGoods, [...named, goods - sum(named)]);
  const left = new Map([...products.keys()].map((id, index) => [id, shares[index] ?? 0]));
  return withAllowances(order, { goods: ofGoods, shipping: ofShipping, tax: ofTax, products: left });
}

/**
 * The order with more taken off its amount due. The shipping or the products of the scope lose all of it. Without a scope, each part
 * loses in proportion to what was due of it.
 */
export function moreAllowed(order: Order, cents: number, scope: RefundScope): Order {
  const before = allowancesOf(order);
  if (scope.of === 'shipping') return withAllowances(order, { ...before, shipping: before.shipping + cents });
  if (scope.items) return withAllowances(order, withItems(order, before, cents, scope.items));
  const due = partsAfterCredit(order);
  const [goods = 0, shipping = 0, tax = 0] = sharesOf(cents, [
    due.goods - before.goods,
    due.shipping - before.shipping,
    due.tax - before.tax,
  ]);
  return withAllowances(order, {
    goods: before.goods + goods,
    shipping: before.shipping + shipping,
    tax: before.tax + tax,
    products: before.products,
  });
}

/** @throws ApiError refund_refused for more than the scope costs, or for items that the order does not have */
export function requireWithin(order: Order, cents: number, scope: RefundScope): void {
  if (scope.of === undefined && scope.items === undefined) return;
  const most = costOf(order, scope);
  if (cents <= most) return;
  throw refusal(`At most ${most} cents of ${scope.of ? 'the shipping' : 'these items'} can be refunded`);
}

/** What a part of an order costs, less what refunds took off it. */
export function costOf(order: Order, { of, items }: RefundScope): number {
  if (of === 'shipping') return order.shipping_cents - allowancesOf(order).shipping;
  if (items) return sum(namedParts(order, items).map(({ goods, tax }) => goods + tax));
  return order.amount_due_cents - order.allowed_cents;
}

/** Adapts the allowances to what the order costs now. They never exceed the amount due. */
export const fittingAllowances = (order: Order): Order => withAllowances(order, allowancesOf(order));

function allowancesOf(order: Order): Allowances {
  const { allowed_cents, allowed_goods_cents: goods, allowed_shipping_cents: shipping } = order;
  const products = new Map(
    (order.allowed_products ?? []).map(({ product_id, cents }) => [product_id, cents]),
  );
  return { goods, shipping, tax: allowed_cents - goods - shipping, products };
}

/** What does not fit one part moves to the others. */
function withAllowances(order: Order, wanted: Allowances): Order {
  const { allowed_products: _, ...others } = order;
  const due = partsAfterCredit(order);
  const [goods = 0, shipping = 0, tax = 0] = fitted(
    [wanted.goods, wanted.shipping, wanted.tax],
    [due.goods, due.shipping, due.tax],
  );
  const named = [...goodsByProduct(order)].map(
    ([id, most]) => [id, Math.min(wanted.products.get(id) ?? 0, most)] as const,
  );
  const amounts = named.map(([, cents]) => cents);
  const shares = sum(amounts) > goods ? sharesOf(goods, amounts) : amounts;
  const products = named
    .map(([product_id], index) => ({ product_id, cents: shares[index] ?? 0 }))
    .filter(({ cents }) => cents > 0);
  return {
    ...others,
    allowed_cents: goods + shipping + tax,
    allowed_goods_cents: goods,
    allowed_shipping_cents: shipping,
    ...(products.length > 0 && { allowed_products: products }),
  };
}

function fitted(wanted: readonly number[], most: readonly number[]): readonly number[] {
  const fits = wanted.map((cents, index) => Math.min(cents, most[index] ?? 0));
  const rest = most.map((cents, index) => cents - (fits[index] ?? 0));
  const shares = sharesOf(sum(wanted) - sum(fits), rest);
  return fits.map((cents, index) => cents + (shares[index] ?? 0));
}

function withItems(
  order: Order,
  before: Allowances,
  cents: number,
  items: NonNullable<RefundScope['items']>,
): Allowances {
  const named = namedParts(order, items);
  const shares = sharesOf(
    cents,
    named.flatMap(({ goods, tax }) => [goods, tax]),
  );
  const products = new Map(before.products);
  let [goods, tax] = [before.goods, before.tax];
  named.forEach(({ product_id }, index) => {
    const ofGoods = shares[2 * index] ?? 0;
    products.set(product_id, (products.get(product_id) ?? 0) + ofGoods);
    goods += ofGoods;
    tax += shares[2 * index + 1] ?? 0;
  });
  return { goods, shipping: before.shipping, tax, products };
}

/**
 * What the items of a refund cost, each from the lines with its product and variant, rounded up; at most what earlier refunds left of
 * the product.
 */
function namedParts(order: Order, items: NonNullable<RefundScope['items']>) {
  const parts = lineParts(order);
  const lines = order.items.map((item, index) => ({ ...item, ...parts[index] }));
  const byItem = Map.groupBy(lines, itemOf);
  const wanted = Map.groupBy(items, itemOf);
  const left = leftOfProducts(order, parts);
  return [...wanted].map(([item, same]) => {
    const ofItem = byItem.get(item) ?? [];
    const ordered = sum(ofItem.map((line) => line.quantity));
    const quantity = sum(same.map((one) => one.quantity));
    const [first] = same;
    if (first === undefined || quantity > ordered) {
      throw refusal(`The order has ${ordered} of product ${first?.product_id ?? ''}, not ${quantity}`);
    }
    const { product_id } = first;
    const partOf = (part: 'goods' | 'tax') =>
      Math.ceil((sum(ofItem.map((line) => line[part] ?? 0)) * quantity) / ordered);
    const most = left.get(product_id) ?? { goods: 0, tax: 0 };
    const goods = Math.min(partOf('goods'), most.goods);
    const tax = Math.min(partOf('tax'), most.tax);
    left.set(product_id, { goods: most.goods - goods, tax: most.tax - tax });
    return { product_id, goods, tax };
  });
}

/** What refunds left of each product. Its taxes go with its goods. */
function leftOfProducts(order: Order, parts: ReturnType<typeof lineParts>) {
  const { products } = allowancesOf(order);
  const goods = goodsByProduct(order);
  const lines = Map.groupBy(order.items.keys(), (index) => order.items[index]?.product_id ?? '');
  return new Map(
    [...lines].map(([id, indexes]) => {
      const [of, taken] = [goods.get(id) ?? 0, products.get(id) ?? 0];
      const leftOf = (cents: number) => (of === 0 ? cents : Math.ceil((cents * (of - taken)) / of));
      const partOf = (part: 'goods' | 'tax') =>
        leftOf(sum(indexes.map((index) => parts[index]?.[part] ?? 0)));
      return [id, { goods: partOf('goods'), tax: partOf('tax') }] as const;
    }),
  );
}

const itemOf = (item: { readonly product_id: string; readonly variant_id?: string | undefined }) =>
  `${item.product_id} ${item.variant_id ?? ''}`;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);

const refusal = (message: string) => new ApiError('refund_refused', { message });
