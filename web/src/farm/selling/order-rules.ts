import type { OrderSettings, PromoCode } from '#clients/typescript/src/commerce/schemas.ts';
import { commerce } from '#web/api/commerce-client.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** Taxes, shipping and promotions of a brand. */
export function useOrderSettings(brandId: string): Query<OrderSettings> {
  return useQuery('selling/settings', () => commerce.brands.getOrderSettings({ brand_id: brandId }));
}

/** The promo codes of a brand, newest first. */
export function usePromoCodes(brandId: string): Query<readonly PromoCode[]> {
  return useQuery('selling/promo-codes', async () => {
    const codes: PromoCode[] = [];
    const list = commerce.promotions.listPromoCodes({ brand_id: brandId, limit: 200 });
    for await (const code of list) codes.push(code);
    return codes.sort((one, other) => other.created_at.localeCompare(one.created_at));
  });
}
