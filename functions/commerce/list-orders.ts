import { listOrders } from '#contract/commerce/orders.ts';
import { endpoint, page } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { listOrders as readOrders } from '#store/commerce/orders.ts';

export const handler = endpoint(listOrders, async ({ query }) => {
  const { data, nextCursor } = await readOrders(commerceTable, query);
  return page(data, nextCursor);
});
