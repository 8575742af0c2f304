import { listFields } from '#contract/commerce/water-fields.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readFields } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(listFields, async ({ query }) => {
  const { data, nextCursor } = await readFields(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
