import { getBrand } from '#contract/commerce/brands.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getBrand, async ({ parameters }) => {
  const found = await findBrand(commerceTable, parameters.brand_id);
  if (!found) throw new ApiError('not_found');
  return ok(found.brand, { version: found.brand.version });
});
