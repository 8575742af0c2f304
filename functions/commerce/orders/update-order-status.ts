import { orderStatusEvent } from '#commerce/event-facts.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { changeOrderStatus } from '#commerce/order-status.ts';
import { updateOrderStatus } from '#commerce/orders/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { orderChangeAction } from '#store/commerce/orders/order-changes.ts';
import { orderAttempts, prepareStatus } from '#store/commerce/orders/prepare-order.ts';
import { changeOrder, findOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  updateOrderStatus,
  ({ parameters, body, heldBrands, authorize, allowsChange, principal, now, newId, recordEvents }) =>
    retryOnConflict(async () => {
      const before = found(await findOrder(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const moved = changeOrderStatus(before, body.status, now, body.reason);
      if (moved === before) return ok(before, { version: before.version });
      const { order, actions } = await prepareStatus(commerceTable, before, moved, { now, newId });
      const change = { by: principal.subject, kind: 'status_changed', reason: body.reason } as const;
      await changeOrder(commerceTable, before, order, [
        ...actions,
        orderChangeAction(before, order, change),
        ...recordEvents(order.brand_id, [orderStatusEvent(order, before.status)]),
      ]);
      return ok(order, { version: order.version });
    }, orderAttempts),
);
