import { requireVersion } from '#commerce/expected-version.ts';
import { deletePromoCode } from '#commerce/promo-codes/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findPromoCode, removePromoCode } from '#store/commerce/promotions/promo-codes.ts';

export const handler = commerceEndpoint(
  deletePromoCode,
  ({ parameters, heldBrands, authorize, allowsChange }) =>
    retryOnConflict(async () => {
      const promoCode = found(await findPromoCode(commerceTable, heldBrands, parameters.id));
      authorize(promoCode.brand_id);
      requireVersion(promoCode, allowsChange);
      await removePromoCode(commerceTable, promoCode);
      return noContent();
    }),
);
