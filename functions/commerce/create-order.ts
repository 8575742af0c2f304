import { checkItems } from '#commerce/check-items.ts';
import { placeOrder } from '#commerce/place-order.ts';
import { createOrder } from '#contract/commerce/orders.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readSurroundings } from '#store/commerce/order-surroundings.ts';
import { putOrder } from '#store/commerce/orders.ts';
import { againOnChange } from '#store/dynamodb/retry-on-conflict.ts';

export const handler = endpoint(createOrder, async ({ body, now, newId, recordReply, recordActivity }) => {
  const order = placeOrder(body, { id: newId(), now });
  const reply = created(order, `/api/v1/orders/${order.id}`, { version: order.version });
  const event = recordActivity(order.brand_id, {
    event: 'orderCreated',
    data: { order_id: order.id, total: order.total, brand_id: order.brand_id },
  });
  const others = [...event, ...recordReply(reply)];
  await againOnChange(async () => {
    const surroundings = await readSurroundings(commerceTable, order);
    checkItems(order.items, surroundings);
    const conditions = surroundings.prices === 'match' ? surroundings.unchanged : [];
    await putOrder(commerceTable, order, surroundings.customer, [...others, ...conditions]);
  });
  return reply;
});
