import { searchWaterLogs } from '#contract/commerce/water-logs.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { searchLogs } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(searchWaterLogs, async ({ query }) => {
  const { data, nextCursor } = await searchLogs(commerceTable, query);
  return okPage(data, nextCursor);
});
