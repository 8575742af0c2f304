import { listOrders } from '#commerce/orders/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { searchOrders } from '#store/commerce/orders/search-orders.ts';
import { isPlainList, readOrders } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(listOrders, async ({ query }) => {
  const read = isPlainList(query) ? readOrders : searchOrders;
  const { data, nextCursor } = await read(commerceTable, query);
  return okPage(data, nextCursor);
});
