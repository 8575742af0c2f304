import { requireVersion } from '#commerce/expected-version.ts';
import { deleteWebhookEndpoint } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { freeEntitlement } from '#store/commerce/billing/entitlements.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findWebhookEndpoint, removeWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';

export const handler = commerceEndpoint(
  deleteWebhookEndpoint,
  ({ parameters, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const endpoint = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
      authorize(endpoint.brand_id);
      requireVersion(endpoint, allowsChange);
      const use = { brandId: endpoint.brand_id, name: 'webhook_endpoints', amount: 1, now } as const;
      const freed = await freeEntitlement(commerceTable, use);
      await removeWebhookEndpoint(commerceTable, endpoint, now, freed);
      return noContent();
    }),
);
