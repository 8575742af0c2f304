import { v5 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import { tidyCode } from '#contract/text-forms.ts';
import { type Cents, sumOfLines, toCents, toDecimalNumber } from '../money.ts';
import { lineCents, percentOf } from '../orders/amounts.ts';
import type { AppliedPromotion, OrderInput } from '../orders/order.ts';
import type { PromoCode, PromoCodeInput, PromoCodeReplacement } from './contract.ts';

/** Id of a code in its brand, the same in any letter case and however it is typed, so that a brand has each code once. */
export const promoCodeId = (brandId: string, code: string): string =>
  v5(`promo:${tidyCode(code).toLowerCase()}`, Buffer.from(brandId.replaceAll('-', ''), 'hex'));

/** Whether a text can be a promo code at all. */
export const isPromoCode = (code: string): boolean => /^[A-Za-z0-9_-]{2,50}$/.test(tidyCode(code));

export function newPromoCode(input: PromoCodeInput, now: Date): PromoCode {
  const time = now.toISOString();
  const id = promoCodeId(input.brand_id, input.code);
  return { id, ...input, use_count: 0, created_at: time, updated_at: time, version: 1 };
}

/** The promo code with all its rules replaced and the next version. */
export function replacePromoCode(before: PromoCode, rules: PromoCodeReplacement, now: Date): PromoCode {
  const { id, brand_id, code, use_count, created_at, version } = before;
  return {
    id,
    brand_id,
    code,
    ...rules,
    use_count,
    created_at,
    updated_at: now.toISOString(),
    version: version + 1,
  };
}

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
function goodsOf({ items }: Discounted, productIds?: readonly string[]) {
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

/** What the rules about customers depend on. A shared address is no customer, so these rules pass it over. */
export interface PromoCustomer {
  readonly kind: 'person' | 'shared' | 'nobody';
  readonly orders: number;
  /** Orders with the code. */
  readonly uses: number;
}

/** What the use of a promo code depends on. */
export interface PromoContext {
  /** Undefined for a code that the brand does not have. */
  readonly promoCode: PromoCode | undefined;
  /** The orders of the customer that are not cancelled, without this one. */
  readonly customer: PromoCustomer;
  readonly now: Date;
  /** The use that the order already has; its dates and limits are not checked again. */
  readonly earlier?: AppliedPromotion | undefined;
  /** Whether items or other discounts change; else an earlier use keeps its discount, whatever the rules are now. */
  readonly isRepriced?: boolean;
  /** Whether the order with an earlier use now belongs to another customer. */
  readonly isOtherCustomer?: boolean;
  /** Whether an earlier use holds without the rules about items, because goods are short. */
  readonly isShort?: boolean;
}

/**
 * The promotion of an order by its promo code.
 *
 * @throws ApiError promo_code_refused with the reason as the code of its detail
 */
export function applyPromoCode(order: OrderInput, context: PromoContext): AppliedPromotion {
  const { promoCode, earlier, isRepriced = true } = context;
  if (!promoCode) {
    if (earlier && !isRepriced) return earlier;
    // A deleted code keeps its effect in the orders that used it.
    if (earlier) {
      const { eligible } = goodsOf(order, earlier.product_ids);
      return { ...earlier, discount_cents: Math.min(earlier.discount_cents, Number(eligible)) };
    }
    throw refused({ code: 'unknown', message: `Promo code ${order.promo_code ?? ''} does not exist` });
  }
  const isKept = earlier?.id === promoCode.id && earlier.issue === promoCode.created_at;
  if (!isKept) requireOpen(promoCode, context.now);
  if (!isKept || context.isOtherCustomer) requireCustomer(promoCode, context.customer);
  if (isKept && !isRepriced) return earlier;
  const rules = isKept ? { ...promoCode, ...termsOf(earlier) } : promoCode;
  const { kind, percent, amount_cents } = rules;
  const { minimum_cents, ...lasting } = rules;
  const discount = discountOf(order, isKept && context.isShort ? lasting : rules);
  if (typeof discount !== 'number' && !(isKept && context.isShort)) throw refused(discount);
  // The products of the code that the order has: a code can name hundreds.
  const ordered = new Set(order.items.map(({ product_id }) => product_id));
  const scope = promoCode.product_ids?.filter((id) => ordered.has(id));
  return {
    id: promoCode.id,
    code: promoCode.code,
    issue: promoCode.created_at,
    free_shipping: kind === 'free_shipping',
    ...(kind === 'percent' && { percent }),
    ...(kind === 'fixed' && { amount_cents }),
    discount_cents: typeof discount === 'number' ? discount : 0,
    ...(scope?.length && { product_ids: scope }),
  };
}

/** What a code was worth when an order took it. */
function termsOf({
  percent,
  amount_cents,
}: AppliedPromotion): Pick<PromoCode, 'kind' | 'percent' | 'amount_cents'> {
  if (percent !== undefined) return { kind: 'percent', percent };
  return amount_cents === undefined ? { kind: 'free_shipping' } : { kind: 'fixed', amount_cents };
}

function requireOpen(promoCode: PromoCode, now: Date): void {
  const refusal = refusalNow(promoCode, now);
  if (refusal) throw refused(refusal);
}

function requireCustomer(
  { code, first_order_only, max_uses_per_customer }: PromoCode,
  { kind, orders, uses }: PromoCustomer,
): void {
  if ((!first_order_only && max_uses_per_customer === undefined) || kind === 'shared') return;
  if (kind === 'nobody') {
    throw refused({
      code: 'customer_required',
      message: `Promo code ${code} needs customer_email or customer_phone`,
    });
  }
  if (first_order_only && orders > 0) {
    throw refused({
      code: 'not_first_order',
      message: `Promo code ${code} is for the first order of a customer`,
    });
  }
  if (max_uses_per_customer !== undefined && uses >= max_uses_per_customer) {
    throw refused({
      code: 'customer_exhausted',
      message: `This customer has no uses of promo code ${code} left`,
    });
  }
}

const refused = ({ code, message }: PromoRefusal) =>
  new ApiError('promo_code_refused', { message, details: [{ path: ['body', 'promo_code'], message, code }] });
