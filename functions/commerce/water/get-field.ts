import { getField } from '#contract/commerce/water-fields.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findField } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(getField, async ({ parameters, heldBrands, authorize }) => {
  const field = found(await findField(commerceTable, heldBrands, parameters.id));
  authorize(field.brand_id);
  return ok(field, { version: field.version });
});
