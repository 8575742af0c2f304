import type { OrderSettings } from '#contract/commerce/order-settings.ts';
import type { ApiInput } from '#web/api/api.ts';

/** A tax rate of the form. */
export interface RateForm {
  readonly label: string;
  readonly category: string;
  readonly percent: number | undefined;
}

/** The values of the form of the order settings. Amounts are in whole units of the currency. */
export interface SettingsForm {
  readonly promotions: boolean;
  readonly taxesIncluded: boolean;
  readonly rates: readonly RateForm[];
  readonly charges: boolean;
  readonly shippingLabel: string;
  readonly fee: number | undefined;
  readonly freeFrom: number | undefined;
}

/** The form of settings. */
export function settingsForm({
  promotions,
  taxes_included,
  tax_rates,
  shipping,
}: OrderSettings): SettingsForm {
  return {
    promotions: promotions === 'on',
    taxesIncluded: taxes_included,
    rates: tax_rates.map(({ label, category = '', rate_percent }) => ({
      label,
      category,
      percent: rate_percent,
    })),
    charges: shipping !== undefined,
    shippingLabel: shipping?.label ?? '',
    fee: shipping === undefined ? undefined : shipping.fee_cents / 100,
    freeFrom: shipping?.free_from_cents === undefined ? undefined : shipping.free_from_cents / 100,
  };
}

/** The request of a form. */
export function settingsInput(
  brandId: string,
  form: SettingsForm,
): ApiInput<'PUT /api/v1/brands/{brand_id}/order-settings'> {
  const label = form.shippingLabel.trim();
  const cents = (amount: number) => Math.round(amount * 100);
  return {
    brand_id: brandId,
    promotions: form.promotions ? 'on' : 'off',
    taxes_included: form.taxesIncluded,
    tax_rates: form.rates.map((rate) => ({
      label: rate.label.trim(),
      ...(rate.category.trim() && { category: rate.category.trim() }),
      rate_percent: rate.percent ?? 0,
    })),
    ...(form.charges && {
      shipping: {
        ...(label && { label }),
        fee_cents: cents(form.fee ?? 0),
        ...(form.freeFrom !== undefined && { free_from_cents: cents(form.freeFrom) }),
      },
    }),
  };
}
