import { addDays } from '#calendar/days.ts';
import { localDay, startOfDay } from '#calendar/time-zone.ts';
import type { PromoCode } from '#commerce/promo-codes/contract.ts';
import type { ApiInput } from '#web/api/api.ts';

/** The values of the form of a promo code. Amounts are in whole units of the currency; days are those of the brand. */
export interface PromoForm {
  readonly code: string;
  readonly description: string;
  readonly kind: PromoCode['kind'];
  readonly percent: number | undefined;
  readonly amount: number | undefined;
  readonly minimum: number | undefined;
  readonly firstOrderOnly: boolean;
  readonly starts: string;
  /** The last day on which the code is valid. */
  readonly ends: string;
  readonly maxUses: number | undefined;
  readonly maxUsesPerCustomer: number | undefined;
  readonly isActive: boolean;
}

/** The form of a code, or of a new one with ten percent off. */
export function promoForm(promo: PromoCode | undefined, timeZone: string): PromoForm {
  const units = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100);
  return {
    code: promo?.code ?? '',
    description: promo?.description ?? '',
    kind: promo?.kind ?? 'percent',
    percent: promo ? promo.percent : 10,
    amount: units(promo?.amount_cents),
    minimum: units(promo?.minimum_cents),
    firstOrderOnly: promo?.first_order_only ?? false,
    starts: promo?.starts_at ? localDay(new Date(promo.starts_at), timeZone) : '',
    ends: promo?.ends_at ? localDay(new Date(Date.parse(promo.ends_at) - 1), timeZone) : '',
    maxUses: promo?.max_uses,
    maxUsesPerCustomer: promo?.max_uses_per_customer,
    isActive: promo?.is_active ?? true,
  };
}

/** The request of a form. Products that the code is limited to stay. */
export function promoInput(
  form: PromoForm,
  timeZone: string,
  promo: PromoCode | undefined,
): Omit<ApiInput<'PUT /api/v1/promo-codes/{id}'>, 'id'> {
  const description = form.description.trim();
  const cents = (amount: number) => Math.round(amount * 100);
  return {
    kind: form.kind,
    ...(description && { description }),
    ...(form.kind === 'percent' && form.percent !== undefined && { percent: form.percent }),
    ...(form.kind === 'fixed' && form.amount !== undefined && { amount_cents: cents(form.amount) }),
    ...(form.minimum !== undefined && { minimum_cents: cents(form.minimum) }),
    ...(promo?.product_ids && { product_ids: promo.product_ids }),
    first_order_only: form.firstOrderOnly,
    ...(form.starts && { starts_at: startOfDay(form.starts, timeZone).toISOString() }),
    ...(form.ends && { ends_at: startOfDay(addDays(form.ends, 1), timeZone).toISOString() }),
    ...(form.maxUses !== undefined && { max_uses: form.maxUses }),
    ...(form.maxUsesPerCustomer !== undefined && { max_uses_per_customer: form.maxUsesPerCustomer }),
    is_active: form.isActive,
  };
}
