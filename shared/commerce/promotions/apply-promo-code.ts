import type { AppliedPromotion } from '#contract/commerce/order-amounts.ts';
import type { OrderInput } from '#contract/commerce/orders.ts';
import type { PromoCode } from '#contract/commerce/promo-codes.ts';
import { ApiError } from '#contract/errors.ts';
import { personId } from '../customer.ts';
import { apportion, type Cents, sumOfLines, toCents, toDecimalNumber } from '../money.ts';
import { percentOf } from '../orders/amounts.ts';

/** What the use of a promo code depends on. */
export interface PromoContext {
  /** Undefined for a code that the brand does not have. */
  readonly promoCode: PromoCode | undefined;
  /** Orders of this customer with the code that are not cancelled. */
  readonly customerUses: number;
  readonly isFirstOrder: boolean;
  readonly now: Date;
  /** The use that the order already has; its dates and limits are not checked again. */
  readonly earlier?: AppliedPromotion | undefined;
}

/**
 * The promotion of an order by its promo code.
 *
 * @throws ApiError promo_code_refused with the reason as the code of its detail
 */
export function applyPromoCode(order: OrderInput, context: PromoContext): AppliedPromotion {
  const { promoCode, earlier } = context;
  if (!promoCode) {
    // A deleted code keeps its effect in the orders that used it.
    if (earlier)
      return { ...earlier, discount_cents: Math.min(earlier.discount_cents, Number(goodsOf(order).all)) };
    throw refused('unknown', `Promo code ${order.promo_code ?? ''} does not exist`);
  }
  const isKept = earlier?.id === promoCode.id && earlier.issue === promoCode.created_at;
  if (!isKept) requireUsable(order, promoCode, context);
  const { all, eligible } = goodsOf(order, promoCode.product_ids);
  if (promoCode.minimum_cents !== undefined && all < BigInt(promoCode.minimum_cents)) {
    const minimum = toDecimalNumber(BigInt(promoCode.minimum_cents));
    throw refused(
      'minimum_not_reached',
      `Promo code ${promoCode.code} needs an order of at least ${minimum}`,
    );
  }
  if (promoCode.product_ids && eligible === 0n) {
    throw refused('no_eligible_items', `Promo code ${promoCode.code} applies to none of the items`);
  }
  const customer_id = isKept
    ? earlier.customer_id
    : order.customer_email && personId(order.brand_id, order.customer_email);
  return {
    id: promoCode.id,
    code: promoCode.code,
    issue: promoCode.created_at,
    free_shipping: promoCode.kind === 'free_shipping',
    discount_cents: Number(discountOf(promoCode, eligible, all - givenDiscounts(order))),
    ...(customer_id !== undefined && { customer_id }),
  };
}

function requireUsable(order: OrderInput, promoCode: PromoCode, context: PromoContext): void {
  const { code, starts_at, ends_at, max_uses, max_uses_per_customer } = promoCode;
  const time = context.now.toISOString();
  if (!promoCode.is_active) throw refused('inactive', `Promo code ${code} is not active`);
  if (starts_at !== undefined && time < starts_at) {
    throw refused('not_started', `Promo code ${code} is valid from ${starts_at}`);
  }
  if (ends_at !== undefined && time >= ends_at)
    throw refused('expired', `Promo code ${code} ended at ${ends_at}`);
  if (max_uses !== undefined && promoCode.use_count >= max_uses) {
    throw refused('exhausted', `Promo code ${code} has no uses left`);
  }
  const needsCustomer = promoCode.first_order_only || max_uses_per_customer !== undefined;
  if (needsCustomer && order.customer_email === undefined) {
    throw refused('customer_required', `Promo code ${code} needs customer_email`);
  }
  if (promoCode.first_order_only && !context.isFirstOrder) {
    throw refused('not_first_order', `Promo code ${code} is for the first order of a customer`);
  }
  if (max_uses_per_customer !== undefined && context.customerUses >= max_uses_per_customer) {
    throw refused('customer_exhausted', `This customer has no uses of promo code ${code} left`);
  }
}

const refused = (code: string, message: string) =>
  new ApiError('promo_code_refused', { message, details: [{ path: ['body', 'promo_code'], message, code }] });

/** Amounts of all items and of the eligible ones, rounded as the total of the order is. */
function goodsOf({ items }: OrderInput, productIds?: readonly string[]) {
  const all = toCents(sumOfLines(items));
  if (!productIds) return { all, eligible: all };
  const products = new Set(productIds);
  const parts = [true, false].map((wanted) =>
    sumOfLines(items.filter(({ product_id }) => products.has(product_id) === wanted)),
  );
  return { all, eligible: apportion(all, parts)[0] ?? 0n };
}

const givenDiscounts = ({ discount_lines = [] }: OrderInput): Cents =>
  discount_lines.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n);

/** The discount, at most the eligible items and what other discounts leave. */
function discountOf({ kind, percent, amount_cents }: PromoCode, eligible: Cents, left: Cents): Cents {
  if (kind === 'free_shipping') return 0n;
  const discount = kind === 'percent' ? percentOf(eligible, percent ?? 0) : BigInt(amount_cents ?? 0);
  const least = [discount, eligible, left].reduce((low, each) => (each < low ? each : low));
  return least > 0n ? least : 0n;
}
