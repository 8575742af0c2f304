import { listStops } from '#contract/commerce/stops.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readStops } from '#store/commerce/stops/stops.ts';

export const handler = commerceEndpoint(listStops, async ({ query }) => {
  const { brand_id, limit, cursor } = query;
  const { data, nextCursor } = await readStops(commerceTable, brand_id, { limit, cursor });
  return okPage(data, nextCursor);
});
