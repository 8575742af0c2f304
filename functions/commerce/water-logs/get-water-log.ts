import { getWaterLog } from '#contract/commerce/water-logs.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findWaterLog } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(getWaterLog, async ({ parameters, heldBrands, authorize }) => {
  const waterLog = found(await findWaterLog(commerceTable, heldBrands, parameters.id));
  authorize(waterLog.brand_id);
  return ok(waterLog, { version: waterLog.version });
});
