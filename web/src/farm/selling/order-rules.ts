import type { OrderSettings } from '#commerce/orders/contract.ts';
import type { PromoCode } from '#commerce/promo-codes/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Taxes, shipping and promotions of a brand. */
export function useOrderSettings(brandId: string): Query<OrderSettings> {
  return useQuery('selling/settings', () =>
    api('GET /api/v1/brands/{brand_id}/order-settings', { brand_id: brandId }),
  );
}

/** The promo codes of a brand, newest first. */
export function usePromoCodes(brandId: string): Query<readonly PromoCode[]> {
  return useQuery('selling/promo-codes', async () => {
    const codes: PromoCode[] = [];
    const list = api('GET /api/v1/promo-codes', { brand_id: brandId, limit: 200 });
    for await (const code of list) codes.push(code);
    return codes.sort((one, other) => other.created_at.localeCompare(one.created_at));
  });
}

/** What a promo code gives, in words. */
export function effectOf({ kind, percent, amount_cents }: PromoCode, currency: string): string {
  const { percentOff, amountOff, freeShipping } = texts.orders.fresh;
  switch (kind) {
    case 'percent':
      return percentOff(`${formatNumber(percent ?? 0)} %`);
    case 'fixed':
      return amountOff(formatMoney(amount_cents ?? 0, currency));
    case 'free_shipping':
      return freeShipping;
  }
}
