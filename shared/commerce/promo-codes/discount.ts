import { type Cents, sumOfLines, toCents, toDecimalNumber } from '../money.ts';
import { percentOf } from '../orders/amounts.ts';
import type { OrderInput } from '../orders/order.ts';
import { lineCents } from '../orders/worth.ts';
import type { PromoCode } from './contract.ts';

/** Why a promo code is refused. */
export interface PromoRefusal {
  readonly code: string;
  readonly message: string;
}

type Discounted = Pick<OrderInput, 'discount_lines'> & {
  readonly items: readonly Pick<OrderInput['items'][number], 'product_id' | 'price' | 'quantity'>[];
};

/** Why a promo code takes no orders now; undefined if it does. */
export function refusalNow(promoCode: PromoCode, now: Date): PromoRefusal | undefined {
  const { code, starts_at, ends_at, max_uses } = promoCode;
  const time = now.toISOString();
  if (!promoCode.is_active) return { code: 'inactive', message: `Promo code ${code} is not active` };
  if (starts_at !== undefined && time < starts_at)
    return { code: 'not_started', message: `Promo code ${code} is valid from ${starts_at}` };
  if (ends_at !== undefined && time >= ends_at)
    return { code: 'expired', message: `Promo code ${code} ended at ${ends_at}` };
  if (max_uses !== undefined && promoCode.use_count >= max_uses)
    return { code: 'exhausted', message: `Promo code ${code} has no uses left` };
  return undefined;
}

/** The discount of a promo code in cents, or why the items get none. */
export function discountOf(order: Discounted, promoCode: PromoCode): number | PromoRefusal {
  const { code, minimum_cents, product_ids } = promoCode;
  const { all, eligible } = goodsOf(order, product_ids);
  if (minimum_cents !== undefined && all < BigInt(minimum_cents)) {
    const minimum = toDecimalNumber(BigInt(minimum_cents));
    const message = `Promo code ${code} needs an order of at least ${minimum}`;
    return { code: 'minimum_not_reached', message };
  }
  if (product_ids && eligible === 0n)
    return { code: 'no_eligible_items', message: `Promo code ${code} applies to none of the items` };
  return Number(discountOn(promoCode, eligible, all - givenDiscounts(order)));
}

/** Amounts of all items and of the eligible ones. A line has the cents that it has in the amounts of the order. */
export function goodsOf({ items }: Discounted, productIds?: readonly string[]) {
  const all = toCents(sumOfLines(items));
  if (!productIds) return { all, eligible: all };
  const products = new Set(productIds);
  const cents = lineCents(Number(all), items);
  const eligible = items.reduce(
    (sum, { product_id }, index) => sum + (products.has(product_id) ? (cents[index] ?? 0) : 0),
    0,
  );
  return { all, eligible: BigInt(eligible) };
}

const givenDiscounts = ({ discount_lines = [] }: Discounted): Cents =>
  discount_lines.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n);

/** The discount, at most the eligible items and what other discounts leave. */
function discountOn({ kind, percent, amount_cents }: PromoCode, eligible: Cents, left: Cents): Cents {
  if (kind === 'free_shipping') return 0n;
  const discount = kind === 'percent' ? percentOf(eligible, percent ?? 0) : BigInt(amount_cents ?? 0);
  const least = [discount, eligible, left].reduce((low, each) => (each < low ? each : low));
  return least > 0n ? least : 0n;
}
