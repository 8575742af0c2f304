import { orderCreatedEvent } from '#commerce/event-facts.ts';
import { toDecimalNumber } from '#commerce/money.ts';
import { subtotalOf } from '#commerce/orders/amounts.ts';
import { createOrder } from '#commerce/orders/contract.ts';
import { amountRefusal } from '#commerce/place-order.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { orderAttempts, prepareOrder } from '#store/commerce/orders/prepare-order.ts';
import { insertOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  createOrder,
  ({ body, now, newId, recordReply, recordActivity, recordEvents }) => {
    const subtotal = subtotalOf(body.items);
    if (typeof subtotal !== 'bigint') throw amountRefusal(subtotal);
    const id = newId();
    const activity = recordActivity(body.brand_id, {
      event: 'orderCreated',
      data: { order_id: id, total: toDecimalNumber(subtotal), brand_id: body.brand_id },
    });
    return retryOnConflict(async () => {
      const prepared = await prepareOrder(commerceTable, body, { id, now, newId });
      const { order, context, actions, events, isFirstOnly } = prepared;
      const reply = created(order, `/api/v1/orders/${order.id}`, { version: order.version });
      const others = [
        ...activity,
        ...recordEvents(order.brand_id, [orderCreatedEvent(order), ...events]),
        ...recordReply(reply),
        ...actions,
      ];
      await insertOrder(commerceTable, order, context.customer, others, isFirstOnly);
      return reply;
    }, orderAttempts);
  },
);
