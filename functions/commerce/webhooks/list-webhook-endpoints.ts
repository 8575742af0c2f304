import { listWebhookEndpoints } from '#contract/commerce/webhooks.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readWebhookEndpoints } from '#store/commerce/webhooks/endpoints.ts';

export const handler = commerceEndpoint(listWebhookEndpoints, async ({ query }) => {
  const { data, nextCursor } = await readWebhookEndpoints(commerceTable, query);
  return okPage(data, nextCursor);
});
