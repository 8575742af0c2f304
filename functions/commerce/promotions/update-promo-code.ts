import { requireVersion } from '#commerce/expected-version.ts';
import { updatePromoCode } from '#commerce/promo-codes/contract.ts';
import { replacePromoCode } from '#commerce/promotions/promo-code.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changePromoCode, findPromoCode } from '#store/commerce/promotions/promo-codes.ts';

export const handler = commerceEndpoint(
  updatePromoCode,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findPromoCode(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const after = replacePromoCode(before, body, now);
      await changePromoCode(commerceTable, before, after);
      return ok(after, { version: after.version });
    }),
);
