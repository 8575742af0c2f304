import { requireVersion } from '#commerce/expected-version.ts';
import { moveOrder } from '#commerce/order-status.ts';
import { updateOrderStatus } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeOrder, findOrder } from '#store/commerce/orders.ts';
import { againOnChange } from '#store/dynamodb/retry-on-conflict.ts';

export const handler = endpoint(
  updateOrderStatus,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    againOnChange(async () => {
      const order = await findOrder(commerceTable, heldBrands, parameters.id);
      if (!order) throw new ApiError('not_found');
      authorize(order.brand_id);
      requireVersion(order, allowsChange);
      const moved = moveOrder(order, body.status, now);
      if (moved !== order) await changeOrder(commerceTable, order, moved);
      return ok(moved, { version: moved.version });
    }),
);
