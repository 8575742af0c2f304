import { getPromoCode } from '#commerce/promo-codes/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findPromoCode } from '#store/commerce/promotions/promo-codes.ts';

export const handler = commerceEndpoint(getPromoCode, async ({ parameters, heldBrands, authorize }) => {
  const promoCode = found(await findPromoCode(commerceTable, heldBrands, parameters.id));
  authorize(promoCode.brand_id);
  return ok(promoCode, { version: promoCode.version });
});
