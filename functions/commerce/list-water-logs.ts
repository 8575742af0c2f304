import { listWaterLogs } from '#contract/commerce/water-logs.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, list } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { latestWaterLogs } from '#store/commerce/water-logs.ts';

export const handler = endpoint(listWaterLogs, async ({ query }) => {
  if (!query.brand_id) throw new ApiError('brand_id_required');
  return list(await latestWaterLogs(commerceTable, query.brand_id));
});
