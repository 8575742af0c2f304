import { getStop } from '#contract/commerce/stops.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findStop } from '#store/commerce/stops/stops.ts';

export const handler = commerceEndpoint(getStop, async ({ parameters, heldBrands, authorize }) => {
  const stop = found(await findStop(commerceTable, heldBrands, parameters.id));
  authorize(stop.brand_id);
  return ok(stop, { version: stop.version });
});
