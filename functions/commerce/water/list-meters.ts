import { listMeters } from '#contract/commerce/water-meters.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readMeters } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(listMeters, async ({ query }) => {
  const { data, nextCursor } = await readMeters(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
