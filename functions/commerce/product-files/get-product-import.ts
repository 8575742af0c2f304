import { getProductImport } from '#contract/commerce/product-files.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findImport } from '#store/commerce/product-files/imports.ts';

export const handler = commerceEndpoint(getProductImport, async ({ parameters, heldBrands, authorize }) => {
  const one = found(await findImport(commerceTable, heldBrands, parameters.id));
  authorize(one.brand_id);
  return ok(one);
});
