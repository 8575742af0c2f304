import { requireVersion } from '#commerce/expected-version.ts';
import { replaceWebhookEndpoint } from '#commerce/webhooks/endpoint.ts';
import { requireTarget } from '#commerce/webhooks/target.ts';
import { updateWebhookEndpoint } from '#contract/commerce/webhooks.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  changeWebhookEndpoint,
  deliverWork,
  findWebhookEndpoint,
} from '#store/commerce/webhooks/endpoints.ts';

const rules = webhookTargetRules(process.env);

export const handler = commerceEndpoint(
  updateWebhookEndpoint,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      requireTarget(body.url, rules);
      const after = replaceWebhookEndpoint(before, body, now);
      // A disabled endpoint gives up its waiting deliveries.
      const work = after.status === 'disabled' ? [deliverWork(after, now)] : [];
      await changeWebhookEndpoint(commerceTable, before, after, work);
      return ok(after, { version: after.version });
    }),
);
