import { listWaterLogs } from '#contract/commerce/water-logs.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, okList } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { latestWaterLogs } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(listWaterLogs, async ({ query }) => {
  if (!query.brand_id) throw new ApiError('brand_id_required');
  return okList(await latestWaterLogs(commerceTable, query.brand_id));
});
