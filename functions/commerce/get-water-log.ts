import { getWaterLog } from '#contract/commerce/water-logs.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findWaterLog } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(getWaterLog, async ({ parameters, heldBrands, authorize }) => {
  const waterLog = await findWaterLog(commerceTable, heldBrands, parameters.id);
  if (!waterLog) throw new ApiError('not_found');
  authorize(waterLog.brand_id);
  return ok(waterLog);
});
