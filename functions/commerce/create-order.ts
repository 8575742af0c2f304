import { checkProducts, placeOrder } from '#commerce/place-order.ts';
import { createOrder } from '#contract/commerce/orders.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce-table.ts';
import { putOrder, readSurroundings } from '#store/orders.ts';

export const handler = endpoint(createOrder, async ({ body, now, newId, recordReply, recordActivity }) => {
  const order = placeOrder(body, { id: newId(), now });
  const { catalog, products, customer } = await readSurroundings(commerceTable, order);
  if (catalog === 'managed') checkProducts(order.items, products);

  const reply = created(order, `/api/v1/orders/${order.id}`, { version: order.version });
  const event = recordActivity(order.brand_id, {
    event: 'orderCreated',
    data: { order_id: order.id, total: order.total, brand_id: order.brand_id },
  });
  await putOrder(commerceTable, order, customer, [...event, ...recordReply(reply)]);
  return reply;
});
