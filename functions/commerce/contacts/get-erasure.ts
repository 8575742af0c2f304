import { getErasure } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findErasure, shownErasure } from '#store/commerce/erasures/erasures.ts';

export const handler = commerceEndpoint(getErasure, async ({ parameters, heldBrands, authorize }) => {
  const erasure = found(await findErasure(commerceTable, heldBrands, parameters.id));
  authorize(erasure.brand_id);
  return ok(shownErasure(erasure));
});
