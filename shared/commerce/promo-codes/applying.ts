import { ApiError } from '#contract/errors.ts';
import type { AppliedPromotion, OrderInput } from '../orders/order.ts';
import type { PromoCode } from './contract.ts';
import { discountOf, goodsOf, type PromoRefusal, refusalNow } from './discount.ts';

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
