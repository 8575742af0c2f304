import { listOrderChanges } from '#commerce/orders/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readOrderChanges } from '#store/commerce/orders/order-changes.ts';
import { findOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  listOrderChanges,
  async ({ parameters, query, heldBrands, authorize }) => {
    const order = found(await findOrder(commerceTable, heldBrands, parameters.id));
    authorize(order.brand_id);
    const { data, nextCursor } = await readOrderChanges(commerceTable, order, query);
    return okPage(data, nextCursor);
  },
);
