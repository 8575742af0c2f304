import { newAlertRule, webhookUrlOf } from '#claims/alerts/alert-rule.ts';
import { requireTarget } from '#commerce/webhooks/target.ts';
import { createAlertRule } from '#contract/claims/alerts/alerts.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { newWebhookSecret } from '#store/adapters/post-webhook.ts';
import { insertAlertRule } from '#store/claims/alerts/alert-rules.ts';
import { claimsTables } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(
  createAlertRule,
  async ({ body, principal, now, newId, recordReply }) => {
    const actor = principal.subject;
    const rule = newAlertRule(body, { id: newId(), actor, now });
    const url = webhookUrlOf(rule);
    if (url !== undefined) requireTarget(url, webhookTargetRules(process.env));
    const secret = url === undefined ? undefined : { url, secret: newWebhookSecret() };
    const location = `/api/admin/alert-rules/${rule.id}`;
    // The reply that is stored for repetitions must not contain the secret.
    await insertAlertRule(claimsTables, { rule, actor, secret }, recordReply(created(rule, location)));
    return created({ ...rule, ...(secret && { secret: secret.secret }) }, location);
  },
);
