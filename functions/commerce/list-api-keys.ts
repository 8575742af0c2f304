import { listApiKeys } from '#contract/commerce/api-keys.ts';
import { endpoint, page } from '#http/endpoint.ts';
import { listApiKeys as readApiKeys } from '#store/commerce/api-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = endpoint(listApiKeys, async ({ query }) => {
  const { data, nextCursor } = await readApiKeys(commerceTable, query.brand_id, query);
  return page(data, nextCursor);
});
