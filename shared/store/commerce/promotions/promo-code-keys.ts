import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

export const promoCodeKey = (brandId: string, id: string): ItemKey => ({
  pk: `PROMO#${brandId}`,
  sk: `CODE#${id}`,
});
export const promoCodesOf = (brandId: string): KeyPrefix => ({ pk: `PROMO#${brandId}`, prefix: 'CODE#' });

/** `issue` is the time of creation, so that a code that was deleted and created again has no uses. */
export const promoUseKey = (brandId: string, id: string, issue: string, customerId: string): ItemKey => ({
  pk: `PROMO#${brandId}`,
  sk: `USE#${id}#${issue}#${customerId}`,
});
