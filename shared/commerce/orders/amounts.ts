import { Big } from 'big.js';
import { defaultSettings } from '../brand.ts';
import {
  apportion,
  type Cents,
  decimalOf,
  maxTotalCents,
  sumOfLines,
  toCents,
  toDecimalNumber,
} from '../money.ts';
import type {
  AdjustmentLine,
  AppliedPromotion,
  Order,
  OrderInput,
  OrderSettings,
  TaxLine,
} from './contract.ts';

/** What the amounts of an order depend on beside the order. */
export interface Pricing {
  readonly currency: string;
  readonly settings: Pick<OrderSettings, 'taxes_included' | 'tax_rates' | 'shipping'>;
  /** Tax category of a product; undefined for unknown products and products without one. */
  readonly categoryOf: (productId: string) => string | undefined;
  readonly promotion?: AppliedPromotion | undefined;
  readonly creditCents?: number | undefined;
}

/** Pricing of a brand without settings. */
export const plainPricing: Pricing = {
  currency: defaultSettings.currency,
  settings: { taxes_included: false, tax_rates: [] },
  categoryOf: () => undefined,
};

type Priced = Pick<OrderInput, 'fulfillment'> & {
  readonly items: readonly Pick<OrderInput['items'][number], 'product_id' | 'price' | 'quantity'>[];
} & {
  readonly [Lines in 'discount_lines' | 'shipping_lines']?:
    | readonly Pick<AdjustmentLine, 'label' | 'amount_cents'>[]
    | undefined;
} & { readonly tax_lines?: readonly Omit<TaxLine, 'source'>[] | undefined };

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
>;

/** A member of the input for which an order has no amounts. */
export interface AmountFault {
  readonly member: 'items' | 'discount_lines';
  readonly message: string;
}

/**
 * The amounts of an order, or why there are none. Lines that the caller gives replace those of the settings. Every rate is applied to the goods
 * of its category less their share of the discounts, and rounded half up once.
 */
export function amountsOf(order: Priced, pricing: Pricing): Amounts | AmountFault {
  const { promotion } = pricing;
  const subtotal = subtotalOf(order.items);
  if (typeof subtotal !== 'bigint') return subtotal;
  const total = Number(subtotal);
  const discount_lines = discountLines(order, promotion);
  const discount = sumOf(discount_lines);
  if (discount > total) return { member: 'discount_lines', message: 'Discounts must not exceed the total' };
  const goods = total - discount;
  const shipping_lines = shippingLines(order, pricing, goods);
  const tax_lines = taxLines(order, pricing, subtotal, discount);
  const taxes_included = pricing.settings.taxes_included;
  const [shipping, tax] = [sumOf(shipping_lines), sumOf(tax_lines)];
  const before = goods + shipping + (taxes_included ? 0 : tax);
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
  };
}

/** The exact sum of price x quantity, rounded half up once; a fault if it exceeds the maximum. */
export function subtotalOf(items: Priced['items']): Cents | AmountFault {
  const subtotal = toCents(sumOfLines(items));
  return subtotal > maxTotalCents ? aboveMaximum : subtotal;
}

const aboveMaximum: AmountFault = {
  member: 'items',
  message: `The total must not exceed ${toDecimalNumber(maxTotalCents)}`,
};

const sumOf = (lines: readonly { readonly amount_cents: number }[]): number =>
  lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

function discountLines(
  { discount_lines = [] }: Priced,
  promotion: AppliedPromotion | undefined,
): AdjustmentLine[] {
  const given = discount_lines.map((line): AdjustmentLine => ({ ...line, source: 'caller' }));
  if (!promotion || promotion.discount_cents === 0) return given;
  return [...given, { label: promotion.code, amount_cents: promotion.discount_cents, source: 'promo_code' }];
}

function shippingLines(
  { shipping_lines, fulfillment }: Priced,
  pricing: Pricing,
  goods: number,
): AdjustmentLine[] {
  if (shipping_lines !== undefined) return shipping_lines.map((line) => ({ ...line, source: 'caller' }));
  const { shipping } = pricing.settings;
  if (!shipping || fulfillment === 'pickup') return [];
  const { label, fee_cents, free_from_cents } = shipping;
  if (pricing.promotion?.free_shipping) return [{ label, amount_cents: 0, source: 'promo_code' }];
  const isFree = free_from_cents !== undefined && goods >= free_from_cents;
  return [{ label, amount_cents: isFree ? 0 : fee_cents, source: 'brand' }];
}

function taxLines(
  { items, tax_lines }: Priced,
  pricing: Pricing,
  subtotal: Cents,
  discount: number,
): TaxLine[] {
  if (tax_lines !== undefined) return tax_lines.map((line) => ({ ...line, source: 'caller' }));
  const { settings, categoryOf } = pricing;
  if (settings.tax_rates.length === 0) return [];
  const rates = new Map(settings.tax_rates.map((rate) => [rate.category, rate]));
  const byRate = [
    ...Map.groupBy(items, ({ product_id }) => rates.get(categoryOf(product_id)) ?? rates.get(undefined)),
  ];
  const goods = apportion(
    subtotal,
    byRate.map(([, lines]) => sumOfLines(lines)),
  );
  const discounts = sharesOf(BigInt(discount), goods);
  return byRate
    .flatMap(([rate, _], index): TaxLine[] => {
      if (!rate) return [];
      const base = (goods[index] ?? 0n) - (discounts[index] ?? 0n);
      const amount_cents = Number(taxOf(base, rate.rate_percent, settings.taxes_included));
      return [{ label: rate.label, amount_cents, source: 'brand', rate_percent: rate.rate_percent }];
    })
    .filter(({ amount_cents }) => amount_cents > 0);
}

/** An amount shared in proportion to `weights`; the shares add up to the amount. */
function sharesOf(amount: Cents, weights: readonly Cents[]): readonly Cents[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const floors = weights.map((weight) => (amount * weight) / sum);
  let over = amount - floors.reduce((total, share) => total + share, 0n);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set<number>();
  for (const { index } of byRemainder) {
    if (over-- <= 0n) break;
    raised.add(index);
  }
  return floors.map((share, index) => (raised.has(index) ? share + 1n : share));
}

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

type PaymentFields = Pick<Order, 'payment_state' | 'authorized_cents' | 'paid_cents' | 'refunded_cents'>;

/** The payment of a new order. */
export const unpaid: PaymentFields = {
  payment_state: 'unpaid',
  authorized_cents: 0,
  paid_cents: 0,
  refunded_cents: 0,
};
