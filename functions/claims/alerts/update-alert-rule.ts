import { replacedAlertRule, webhookUrlOf } from '#claims/alerts/alert-rule.ts';
import { requireTarget } from '#commerce/webhooks/target.ts';
import { updateAlertRule } from '#contract/claims/alerts/alerts.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { newWebhookSecret } from '#store/adapters/post-webhook.ts';
import { findAlertRule, replaceAlertRule } from '#store/claims/alerts/alert-rules.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(
  updateAlertRule,
  async ({ parameters, body, principal, now, allowsChange }) => {
    const before = found(await findAlertRule(claimsTable, parameters.id));
    if (!allowsChange(before.version)) throw new ApiError('precondition_failed');
    const actor = principal.subject;
    const rule = replacedAlertRule(before, body, { actor, now });
    const [url, earlier] = [webhookUrlOf(rule), webhookUrlOf(before)];
    if (url !== undefined) requireTarget(url, webhookTargetRules(process.env));
    // The owner of another URL must not know the secret of the earlier one.
    const secret = url === undefined || url === earlier ? undefined : { url, secret: newWebhookSecret() };
    const removesSecret = url === undefined && earlier !== undefined;
    await replaceAlertRule(claimsTables, before, { rule, actor, secret }, removesSecret);
    return ok({ ...rule, ...(secret && { secret: secret.secret }) }, { version: rule.version });
  },
);
