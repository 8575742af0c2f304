import { getWebhookEndpoint } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';

export const handler = commerceEndpoint(getWebhookEndpoint, async ({ parameters, heldBrands, authorize }) => {
  const endpoint = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
  authorize(endpoint.brand_id);
  return ok(endpoint, { version: endpoint.version });
});
