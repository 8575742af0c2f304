import { listApiKeys } from '#contract/commerce/api-keys.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { readApiKeys } from '#store/commerce/api-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(listApiKeys, async ({ query }) => {
  const { data, nextCursor } = await readApiKeys(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
