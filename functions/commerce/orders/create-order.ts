import { checkItems } from '#commerce/check-items.ts';
import { placeOrder } from '#commerce/place-order.ts';
import { createOrder } from '#contract/commerce/orders.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readOrderContext } from '#store/commerce/order-context.ts';
import { insertOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  createOrder,
  async ({ body, now, newId, recordReply, recordActivity }) => {
    const order = placeOrder(body, { id: newId(), now });
    const reply = created(order, `/api/v1/orders/${order.id}`, { version: order.version });
    const event = recordActivity(order.brand_id, {
      event: 'orderCreated',
      data: { order_id: order.id, total: order.total, brand_id: order.brand_id },
    });
    const others = [...event, ...recordReply(reply)];
    await retryOnConflict(async () => {
      const surroundings = await readOrderContext(commerceTable, order);
      checkItems(order.items, surroundings);
      const conditions = surroundings.prices === 'match' ? surroundings.productConditions : [];
      await insertOrder(commerceTable, order, surroundings.customer, [...others, ...conditions]);
    });
    return reply;
  },
);
