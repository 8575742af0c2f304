import { listOrders } from '#contract/commerce/orders.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readOrders } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(listOrders, async ({ query }) => {
  const { data, nextCursor } = await readOrders(commerceTable, query);
  return okPage(data, nextCursor);
});
