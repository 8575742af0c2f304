import { Big } from 'big.js';
import { foldedText } from '#contract/text-forms.ts';
import { defaultSettings } from '../brands/rules.ts';
import {
  apportion,
  type Cents,
  decimalOf,
  maxTotalCents,
  sharesOf,
  sumOfLines,
  toCents,
  toDecimalNumber,
} from '../money.ts';
import type { OrderSettings } from './contract.ts';
import { isShipped } from './fulfillment.ts';
import type { AdjustmentLine, AppliedPromotion, DiscountLine, Order, OrderInput, TaxLine } from './order.ts';

/** When an order was sold: by default when it was created. Its id has this time too, so a range of time is a range of ids. */
export const soldAt = ({ sold_at, created_at }: Pick<Order, 'sold_at' | 'created_at'>): string =>
  sold_at ?? created_at;

type Charged = Pick<
  Order,
  'items' | 'total_cents' | 'discount_cents' | 'shipping_cents' | 'tax_cents' | 'taxes_included'
>;
type Credited = Charged & Pick<Order, 'credit_cents'>;
type Valued = Credited & Pick<Order, 'status' | 'allowed_goods_cents' | 'allowed_products'>;

/** The price of an order in its parts, in cents. Goods are without discounts and without taxes. */
export interface Parts {
  readonly goods: number;
  readonly shipping: number;
  readonly tax: number;
}

/** The parts of the price before credit. They add up to amount_due_cents and credit_cents. */
export function partsOf(order: Charged): Parts {
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
export function lineParts(order: Charged): readonly Pick<Parts, 'goods' | 'tax'>[] {
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

/** What the amounts of an order depend on beside the order. */
export interface Pricing {
  readonly currency: string;
  readonly settings: Pick<OrderSettings, 'taxes_included' | 'tax_rates' | 'shipping'>;
  /** Tax category of a product; undefined for unknown products and products without one. */
  readonly categoryOf: (productId: string) => string | undefined;
  /** Rate of an item that does not follow from the settings, because it was agreed before they changed. */
  readonly agreedRate?: (item: Priced['items'][number]) => TaxRate | undefined;
  readonly promotion?: AppliedPromotion | undefined;
  readonly creditCents?: number | undefined;
}

type TaxRate = Pick<OrderSettings['tax_rates'][number], 'label' | 'rate_percent'>;

/** Pricing of a brand without settings. */
export const plainPricing: Pricing = {
  currency: defaultSettings.currency,
  settings: { taxes_included: false, tax_rates: [] },
  categoryOf: () => undefined,
};

type Priced = Pick<OrderInput, 'fulfillment'> & {
  readonly items: readonly (Pick<OrderInput['items'][number], 'product_id' | 'price' | 'quantity'> &
    Partial<Pick<OrderInput['items'][number], 'fulfillment' | 'variant_id'>>)[];
} & {
  readonly discount_lines?: readonly Omit<DiscountLine, 'source'>[] | undefined;
  readonly shipping_lines?: readonly Omit<AdjustmentLine, 'source'>[] | undefined;
  readonly tax_lines?: readonly Omit<TaxLine, 'source'>[] | undefined;
};

export type Amounts = Pick<
  Order,
  | 'total'
  | 'currency'
  | 'subtotal_cents'
  | 'discount_cents'
  | 'shipping_cents'
  | 'tax_cents'
  | 'credit_cents'
  | 'total_cents'
  | 'amount_due_cents'
  | 'amount_due'
  | 'taxes_included'
  | 'discount_lines'
  | 'shipping_lines'
  | 'tax_lines'
  | 'promotion'
> & {
  /** Discount and tax of each item, in the order of the items. */
  readonly lines: readonly LineAmounts[];
};

type LineAmounts = Pick<Order['items'][number], 'discount_cents' | 'tax_cents' | 'tax_rate_percent'>;

/** A member of the input for which an order has no amounts. */
export interface AmountFault {
  readonly member: 'items' | 'discount_lines';
  readonly message: string;
}

/**
 * The amounts of an order, or why there are none. Lines that the caller gives replace those of the settings. Every rate is applied to the
 * goods of its category less their discounts, and rounded half up once.
 */
export function amountsOf(order: Priced, pricing: Pricing): Amounts | AmountFault {
  const { promotion } = pricing;
  const subtotal = subtotalOf(order.items);
  if (typeof subtotal !== 'bigint') return subtotal;
  const total = Number(subtotal);
  const discount_lines = discountLines(order, promotion);
  const discount = sumOf(discount_lines);
  const cents = lineCents(total, order.items);
  const paid = afterDiscounts(order.items, cents, discount_lines);
  if (paid === undefined)
    return discountFault(discount > total ? 'the total' : 'the total of their products');
  const shipping_lines = shippingLines(order, pricing, total - discount);
  const { tax_lines, byItem, rates } = taxesOf(order, pricing, paid);
  const taxes_included = pricing.settings.taxes_included;
  const [shipping, tax] = [sumOf(shipping_lines), sumOf(tax_lines)];
  const before = total - discount + shipping + (taxes_included ? 0 : tax);
  if (before > Number(maxTotalCents)) return aboveMaximum;
  const credit = Math.min(pricing.creditCents ?? 0, before);
  return {
    total: toDecimalNumber(subtotal),
    currency: pricing.currency,
    subtotal_cents: total,
    discount_cents: discount,
    shipping_cents: shipping,
    tax_cents: tax,
    credit_cents: credit,
    total_cents: total,
    amount_due_cents: before - credit,
    amount_due: toDecimalNumber(BigInt(before - credit)),
    taxes_included,
    discount_lines,
    shipping_lines,
    tax_lines,
    ...(promotion !== undefined && { promotion }),
    lines: cents.map((amount, index) => {
      const [discount_cents, tax_cents] = [amount - (paid[index] ?? 0), byItem[index] ?? 0];
      const tax_rate_percent = rates[index];
      return {
        ...(discount_cents > 0 && { discount_cents }),
        ...(tax_cents > 0 && { tax_cents }),
        ...(tax_rate_percent && { tax_rate_percent }),
      };
    }),
  };
}

/** The amounts as members of the order: discounts and taxes of the items in the items. */
export const withAmounts = <Item extends object>(
  items: readonly Item[],
  { lines, ...amounts }: Amounts,
): Omit<Amounts, 'lines'> & { readonly items: (Item & LineAmounts)[] } => ({
  items: items.map((item, index) => ({ ...item, ...lines[index] })),
  ...amounts,
});

/** The exact sum of price x quantity, rounded half up once; a fault if it exceeds the maximum. */
export function subtotalOf(items: Priced['items']): Cents | AmountFault {
  const subtotal = toCents(sumOfLines(items));
  return subtotal > maxTotalCents ? aboveMaximum : subtotal;
}

const aboveMaximum: AmountFault = {
  member: 'items',
  message: `The total must not exceed ${toDecimalNumber(maxTotalCents)}`,
};

const discountFault = (most: string): AmountFault => ({
  member: 'discount_lines',
  message: `Discounts must not exceed ${most}`,
});

const sumOf = (lines: readonly { readonly amount_cents: number }[]): number =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

function discountLines(
  { discount_lines = [] }: Priced,
  promotion: AppliedPromotion | undefined,
): DiscountLine[] {
  const given = discount_lines.map((line): DiscountLine => ({ ...line, source: 'caller' }));
  if (!promotion || promotion.discount_cents === 0) return given;
  const { code: label, discount_cents: amount_cents, product_ids } = promotion;
  return [...given, { label, amount_cents, source: 'promo_code', ...(product_ids && { product_ids }) }];
}

/**
 * What is to be paid for each line. Every discount is apportioned over the lines of its products, those for fewest lines first, so that
 * a discount of all products does not use up what only another one can take. Undefined if a discount exceeds its lines.
 */
function afterDiscounts(
  items: Priced['items'],
  cents: readonly number[],
  discounts: readonly DiscountLine[],
): readonly number[] | undefined {
  const scoped = discounts.map(({ amount_cents, product_ids }) => {
    const products = product_ids && new Set(product_ids);
    const isCovered = items.map(({ product_id }) => products?.has(product_id) ?? true);
    return { amount_cents, isCovered, size: isCovered.filter(Boolean).length };
  });
  let left = cents;
  for (const { amount_cents, isCovered } of scoped.sort((a, b) => a.size - b.size)) {
    const covered = left.map((amount, index) => (isCovered[index] ? amount : 0));
    if (amount_cents > covered.reduce((sum, amount) => sum + amount, 0)) return undefined;
    const shares = sharesOf(amount_cents, covered);
    left = left.map((amount, index) => amount - (shares[index] ?? 0));
  }
  return left;
}

function shippingLines(order: Priced, pricing: Pricing, goods: number): AdjustmentLine[] {
  if (order.shipping_lines !== undefined)
    return order.shipping_lines.map((line) => ({ ...line, source: 'caller' }));
  const { shipping } = pricing.settings;
  if (!shipping || !isShipped(order)) return [];
  const { label, fee_cents, free_from_cents } = shipping;
  if (pricing.promotion?.free_shipping) return [{ label, amount_cents: 0, source: 'promo_code' }];
  const isFree = free_from_cents !== undefined && goods >= free_from_cents;
  return [{ label, amount_cents: isFree ? 0 : fee_cents, source: 'brand' }];
}

interface Taxes {
  readonly tax_lines: TaxLine[];
  readonly byItem: readonly number[];
  /** Rate of each item by the settings. */
  readonly rates: readonly (number | undefined)[];
}

/** @param paid what is to be paid for each item */
function taxesOf({ items, tax_lines }: Priced, pricing: Pricing, paid: readonly number[]): Taxes {
  if (tax_lines !== undefined) {
    const given = tax_lines.map((line): TaxLine => ({ ...line, source: 'caller' }));
    // Free goods share the taxes equally.
    const isFree = paid.every((amount) => amount === 0);
    const byItem = sharesOf(sumOf(given), isFree ? paid.map(() => 1) : paid);
    return { tax_lines: given, byItem, rates: [] };
  }
  const { settings, categoryOf } = pricing;
  const known = new Map(settings.tax_rates.map((rate) => [rateKey(rate.category), rate]));
  const rateOf = ({ product_id }: Priced['items'][number]): TaxRate | undefined =>
    known.get(rateKey(categoryOf(product_id))) ?? known.get(undefined);
  const rates = items.map(pricing.agreedRate ?? rateOf);
  const byRate = Map.groupBy(items.keys(), (index) => rates[index]);
  const byItem = items.map(() => 0);
  const lines: TaxLine[] = [];
  for (const [rate, indexes] of byRate) {
    if (!rate) continue;
    const amounts = indexes.map((index) => paid[index] ?? 0);
    const base = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
    const amount_cents = Number(taxOf(base, rate.rate_percent, settings.taxes_included));
    if (amount_cents === 0) continue;
    lines.push({ label: rate.label, amount_cents, source: 'brand', rate_percent: rate.rate_percent });
    const shares = sharesOf(amount_cents, amounts);
    indexes.forEach((index, position) => {
      byItem[index] = shares[position] ?? 0;
    });
  }
  return { tax_lines: lines, byItem, rates: rates.map((rate) => rate?.rate_percent) };
}

/** Categories of rates and products match in any letter case and Unicode form. */
const rateKey = (category: string | undefined): string | undefined => category && foldedText(category);

/** Ten-thousandths of a percent, so that a rate is a whole number. */
const rateScale = 10_000;

/** The tax on an amount, or the tax that the amount contains, rounded half up. */
function taxOf(amount: Cents, ratePercent: number, included: boolean): Cents {
  const rate = BigInt(decimalOf(ratePercent).times(rateScale).toFixed(0));
  const whole = BigInt(100 * rateScale);
  const [part, of] = [amount * rate, included ? whole + rate : whole];
  return (2n * part + of) / (2n * of);
}

/** The part of an amount in percent, rounded half up. */
export const percentOf = (amount: Cents, percent: number): Cents =>
  BigInt(new Big(String(amount)).times(decimalOf(percent)).div(100).toFixed(0, Big.roundHalfUp));
