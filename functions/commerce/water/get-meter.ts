import { getMeter } from '#contract/commerce/water-meters.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findMeter } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(getMeter, async ({ parameters, heldBrands, authorize }) => {
  const { meter } = found(await findMeter(commerceTable, heldBrands, parameters.id));
  authorize(meter.brand_id);
  return ok(meter, { version: meter.version });
});
