import { orderChangedEvent, orderPaidEvents } from '#commerce/event-facts.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { editOrder } from '#commerce/orders/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { orderChangeAction } from '#store/commerce/orders/order-changes.ts';
import { orderAttempts, prepareEdit } from '#store/commerce/orders/prepare-order.ts';
import { changeOrder, findOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  editOrder,
  ({ parameters, body, heldBrands, authorize, allowsChange, principal, now, newId, recordEvents }) =>
    retryOnConflict(async () => {
      const before = found(await findOrder(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const { order, people, context, actions, events } = await prepareEdit(commerceTable, before, body, {
        now,
        newId,
      });
      const others = [
        ...actions,
        orderChangeAction(before, order, { by: principal.subject, kind: 'edited' }),
        ...recordEvents(order.brand_id, [
          orderChangedEvent(order),
          ...orderPaidEvents(before, order),
          ...events,
        ]),
      ];
      await changeOrder(commerceTable, before, order, others, context.customer, people);
      return ok(order, { version: order.version });
    }, orderAttempts),
);
