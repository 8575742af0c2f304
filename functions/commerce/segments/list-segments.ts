import { listSegments } from '#commerce/segments/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readSegments } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(listSegments, async ({ query }) => {
  const { data, nextCursor } = await readSegments(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
