import { getBrand } from '#contract/commerce/brands.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getBrand, async ({ parameters }) => {
  const record = found(await findBrand(commerceTable, parameters.brand_id));
  return ok(record.brand, { version: record.brand.version });
});
