import { requireVersion } from '#commerce/expected-version.ts';
import { changeOrderStatus } from '#commerce/order-status.ts';
import { updateOrderStatus } from '#contract/commerce/orders.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeOrder, findOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  updateOrderStatus,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const order = found(await findOrder(commerceTable, heldBrands, parameters.id));
      authorize(order.brand_id);
      requireVersion(order, allowsChange);
      const moved = changeOrderStatus(order, body.status, now);
      if (moved !== order) await changeOrder(commerceTable, order, moved);
      return ok(moved, { version: moved.version });
    }),
);
