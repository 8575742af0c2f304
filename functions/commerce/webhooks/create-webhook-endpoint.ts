import { newWebhookEndpoint } from '#commerce/webhooks/endpoint.ts';
import { webhookSecret, webhookSecretBytes } from '#commerce/webhooks/secret.ts';
import { requireTarget } from '#commerce/webhooks/target.ts';
import { createWebhookEndpoint } from '#contract/commerce/webhooks.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { useEntitlement } from '#store/commerce/billing/entitlements.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertWebhookEndpoint, newSecretsAction } from '#store/commerce/webhooks/endpoints.ts';

const rules = webhookTargetRules(process.env);

export const handler = commerceEndpoint(createWebhookEndpoint, async ({ body, now, newId, recordReply }) => {
  requireTarget(body.url, rules);
  const endpoint = newWebhookEndpoint(body, { id: newId(), now });
  const secret = webhookSecret(crypto.getRandomValues(new Uint8Array(webhookSecretBytes)));
  const location = `/api/v1/webhook-endpoints/${endpoint.id}`;
  const options = { version: endpoint.version };
  // The stored reply must not contain the secret.
  const others = [
    newSecretsAction(endpoint.id, { secret, created_at: endpoint.created_at }),
    ...recordReply(created(endpoint, location, options)),
  ];
  const use = { brandId: endpoint.brand_id, name: 'webhook_endpoints', amount: 1, now } as const;
  await retryOnConflict(async () => {
    const counted = await useEntitlement(commerceTable, use);
    await insertWebhookEndpoint(commerceTable, endpoint, [...others, ...counted]);
  });
  return created({ ...endpoint, secret }, location, options);
});
