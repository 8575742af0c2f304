import type { OrderSettings, Product, PromoCode } from '#clients/typescript/src/commerce/schemas.ts';
import type { Fulfillment } from '../orders/order-status.ts';
import type { DraftLine } from './draft.ts';

/** Amounts of an order before the service has priced the order. */
export interface Estimate {
  readonly subtotal: number;
  readonly discount: number;
  readonly shipping: number;
  readonly tax: number;
  readonly total: number;
}

/** What the amounts depend on beside the lines. */
interface Pricing {
  readonly fulfillment: Fulfillment;
  readonly settings: OrderSettings | undefined;
  readonly catalog: ReadonlyMap<string, Product>;
  readonly promo: PromoCode | undefined;
}

/** Estimates the amounts in cents by the rules of the service. The service has the last word. */
export function estimateOf(lines: readonly DraftLine[], pricing: Pricing): Estimate {
  const { settings, promo, fulfillment } = pricing;
  const subtotal = centsOf(lines);
  const discount = discountOf(lines, subtotal, promo);
  const goods = subtotal - discount;
  const fee = settings?.shipping;
  const isFree =
    promo?.kind === 'free_shipping' || (fee?.free_from_cents !== undefined && goods >= fee.free_from_cents);
  const shipping = fulfillment === 'pickup' || isFree || lines.length === 0 ? 0 : (fee?.fee_cents ?? 0);
  const tax = taxOf(lines, subtotal, discount, pricing);
  return {
    subtotal,
    discount,
    shipping,
    tax,
    total: goods + shipping + (settings?.taxes_included === true ? 0 : tax),
  };
}

/** The sum of lines in cents, rounded once. */
const centsOf = (lines: readonly DraftLine[]): number =>
  Math.round(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100);

/** Whether a promo code takes orders now. */
export function isUsable(promo: PromoCode, now: Date): boolean {
  const time = now.toISOString();
  return (
    promo.is_active &&
    (promo.starts_at === undefined || promo.starts_at <= time) &&
    (promo.ends_at === undefined || time < promo.ends_at) &&
    (promo.max_uses === undefined || promo.use_count < promo.max_uses)
  );
}

function discountOf(lines: readonly DraftLine[], subtotal: number, promo: PromoCode | undefined): number {
  if (!promo || subtotal < (promo.minimum_cents ?? 0)) return 0;
  const { product_ids } = promo;
  const eligible = product_ids
    ? centsOf(lines.filter(({ productId }) => product_ids.includes(productId)))
    : subtotal;
  switch (promo.kind) {
    case 'percent':
      return Math.min(eligible, Math.round((eligible * (promo.percent ?? 0)) / 100));
    case 'fixed':
      return Math.min(eligible, promo.amount_cents ?? 0);
    case 'free_shipping':
      return 0;
  }
}

/** Each rate applies to the goods of its category less their share of the discount. */
function taxOf(
  lines: readonly DraftLine[],
  subtotal: number,
  discount: number,
  { settings, catalog }: Pricing,
): number {
  if (!settings || subtotal === 0) return 0;
  const rates = new Map(settings.tax_rates.map((rate) => [rate.category, rate]));
  const rateOf = ({ productId }: DraftLine) =>
    rates.get(catalog.get(productId)?.tax_category) ?? rates.get(undefined);
  let tax = 0;
  for (const [rate, taxed] of Map.groupBy(lines, rateOf)) {
    if (!rate) continue;
    const base = centsOf(taxed) * (1 - discount / subtotal);
    const whole = settings.taxes_included ? 100 + rate.rate_percent : 100;
    tax += Math.round((base * rate.rate_percent) / whole);
  }
  return tax;
}
