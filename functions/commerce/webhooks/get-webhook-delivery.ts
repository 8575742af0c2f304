import { detailOf } from '#commerce/webhooks/delivery.ts';
import { getWebhookDelivery } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readDelivery } from '#store/commerce/webhooks/deliveries.ts';
import { findWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';

export const handler = commerceEndpoint(getWebhookDelivery, async ({ parameters, heldBrands, authorize }) => {
  const { id, brand_id } = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
  authorize(brand_id);
  return ok(detailOf(found(await readDelivery(commerceTable, id, parameters.delivery_id))));
});
