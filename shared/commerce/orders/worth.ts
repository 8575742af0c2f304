import { apportion, decimalOf, sharesOf } from '../money.ts';
import type { Order } from './order.ts';

/** When an order was sold: by default when it was created. Its id has this time too, so a range of time is a range of ids. */
export const soldAt = ({ sold_at, created_at }: Pick<Order, 'sold_at' | 'created_at'>): string =>
  sold_at ?? created_at;

type Priced = Pick<
  Order,
  'items' | 'total_cents' | 'discount_cents' | 'shipping_cents' | 'tax_cents' | 'taxes_included'
>;
type Credited = Priced & Pick<Order, 'credit_cents'>;
type Valued = Credited & Pick<Order, 'status' | 'allowed_goods_cents' | 'allowed_products'>;

/** The price of an order in its parts, in cents. Goods are without discounts and without taxes. */
export interface Parts {
  readonly goods: number;
  readonly shipping: number;
  readonly tax: number;
}

/** The parts of the price before credit. They add up to amount_due_cents and credit_cents. */
export function partsOf(order: Priced): Parts {
  const { total_cents, discount_cents, shipping_cents: shipping, tax_cents, taxes_included } = order;
  const paid = total_cents - discount_cents;
  // A caller can give more included taxes than the goods cost.
  const tax = taxes_included ? Math.min(tax_cents, paid) : tax_cents;
  return { goods: taxes_included ? paid - tax : paid, shipping, tax };
}

/** The parts of the price that credit has not paid. */
export function partsAfterCredit(order: Credited): Parts {
  const { goods, shipping, tax } = partsOf(order);
  const [ofGoods = 0, ofShipping = 0, ofTax = 0] = sharesOf(order.credit_cents, [goods, shipping, tax]);
  return { goods: goods - ofGoods, shipping: shipping - ofShipping, tax: tax - ofTax };
}

/**
 * What an order earns with its goods, in cents: their prices less discounts, included taxes, the share of referral credit, and
 * what refunds allowed on goods. A cancelled order is worth 0. Payments do not matter.
 */
export const worthOf = (order: Valued): number =>
  order.status === 'cancelled' ? 0 : partsAfterCredit(order).goods - order.allowed_goods_cents;

/** The worth of an order by product, in cents. The amounts add up to {@link worthOf}. */
export function productWorths(order: Valued): ReadonlyMap<string, number> {
  const goods = goodsByProduct(order);
  if (order.status === 'cancelled') return new Map([...goods.keys()].map((id) => [id, 0]));
  const { allowed_goods_cents, allowed_products = [] } = order;
  const named = new Map(allowed_products.map(({ product_id, cents }) => [product_id, cents]));
  const left = [...goods].map(([id, cents]) => cents - (named.get(id) ?? 0));
  const others = allowed_goods_cents - allowed_products.reduce((sum, { cents }) => sum + cents, 0);
  const shares = sharesOf(others, left);
  return new Map([...goods.keys()].map((id, index) => [id, (left[index] ?? 0) - (shares[index] ?? 0)]));
}

/** The goods of each product that credit has not paid, in cents. */
export function goodsByProduct(order: Credited): ReadonlyMap<string, number> {
  const byProduct = new Map<string, number>();
  const lines = lineParts(order);
  order.items.forEach(({ product_id }, index) => {
    byProduct.set(product_id, (byProduct.get(product_id) ?? 0) + (lines[index]?.goods ?? 0));
  });
  const shares = sharesOf(partsAfterCredit(order).goods, [...byProduct.values()]);
  return new Map([...byProduct.keys()].map((id, index) => [id, shares[index] ?? 0]));
}

/** The price of each line in its parts, before credit. */
export function lineParts(order: Priced): readonly Pick<Parts, 'goods' | 'tax'>[] {
  const amounts = lineCents(order.total_cents, order.items);
  return order.items.map(({ discount_cents = 0, tax_cents: tax = 0 }, index) => {
    const paid = (amounts[index] ?? 0) - discount_cents;
    return { goods: order.taxes_included ? Math.max(0, paid - tax) : paid, tax };
  });
}

/** The amount of each line in cents. The amounts add up to the total, which was rounded once. */
export const lineCents = (
  totalCents: number,
  items: readonly { readonly price: number; readonly quantity: number }[],
): readonly number[] =>
  apportion(
    BigInt(totalCents),
    items.map(({ price, quantity }) => decimalOf(price).times(quantity)),
  ).map(Number);
