import { listWebhookDeliveries } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readDeliveries } from '#store/commerce/webhooks/deliveries.ts';
import { findWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';

export const handler = commerceEndpoint(
  listWebhookDeliveries,
  async ({ parameters, query, heldBrands, authorize }) => {
    const { id, brand_id } = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
    authorize(brand_id);
    const { data, nextCursor } = await readDeliveries(commerceTable, { endpointId: id, ...query });
    return okPage(data, nextCursor);
  },
);
