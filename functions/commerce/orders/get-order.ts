import { getOrder } from '#commerce/orders/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(getOrder, async ({ parameters, heldBrands, authorize }) => {
  const order = found(await findOrder(commerceTable, heldBrands, parameters.id));
  authorize(order.brand_id);
  return ok(order, { version: order.version });
});
