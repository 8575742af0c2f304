import { measure } from '#claims/alerts/alert-store.ts';
import type * as declared from '#claims/alerts/contract.ts';
import {
  type alertRules,
  type alerts,
  insertionOfRule,
  queryAlertRules,
  queryAlerts,
  removeAlertRule,
  replaceAlertRule,
  testAlertAction,
} from '#claims/alerts/records.ts';
import {
  alertEntry,
  alertJson,
  newAlert,
  newAlertRule,
  replacedAlertRule,
  webhookUrlOf,
} from '#claims/alerts/rules.ts';
import { requireTarget } from '#commerce/webhooks/target.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { accepted, created, noContent, ok, page } from '#http/endpoint/claims-endpoint.ts';
import { auditedChange, type Call, showOnce } from '#http/endpoint/claims-operation.ts';
import { newWebhookSecret } from '#store/adapters/post-webhook.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

export function createAlertRule({ body, principal, now, newId }: Call<typeof declared.createAlertRule>) {
  const actor = principal.subject;
  const rule = newAlertRule(body, { id: newId(), actor, now });
  const url = webhookUrlOf(rule);
  if (url !== undefined) requireTarget(url, webhookTargetRules(process.env));
  const secret = url === undefined ? undefined : { url, secret: newWebhookSecret() };
  const location = `/api/admin/alert-rules/${rule.id}`;
  const { entry, writes } = insertionOfRule({ rule, actor, secret });
  return showOnce(
    created({ ...rule, ...(secret && { secret: secret.secret }) }, location),
    auditedChange(created(rule, location), entry, ...writes),
  );
}

export async function listAlertRules({ query }: Call<typeof declared.listAlertRules>) {
  const { data, nextCursor } = await queryAlertRules(claimsTable, query);
  return page(data, nextCursor);
}

export function getAlertRule({ resource: rule }: Call<typeof declared.getAlertRule, typeof alertRules>) {
  return ok(rule, { version: rule.version });
}

export async function updateAlertRule({
  resource: before,
  body,
  principal,
  now,
}: Call<typeof declared.updateAlertRule, typeof alertRules>) {
  const actor = principal.subject;
  const rule = replacedAlertRule(before, body, { actor, now });
  const [url, earlier] = [webhookUrlOf(rule), webhookUrlOf(before)];
  if (url !== undefined) requireTarget(url, webhookTargetRules(process.env));
  // The owner of another URL must not know the secret of the earlier one.
  const secret = url === undefined || url === earlier ? undefined : { url, secret: newWebhookSecret() };
  const removesSecret = url === undefined && earlier !== undefined;
  await replaceAlertRule(claimsTables, before, { rule, actor, secret }, removesSecret);
  return ok({ ...rule, ...(secret && { secret: secret.secret }) }, { version: rule.version });
}

export async function deleteAlertRule({
  resource: rule,
  principal,
}: Call<typeof declared.deleteAlertRule, typeof alertRules>) {
  await removeAlertRule(claimsTables, rule, principal.subject);
  return noContent();
}

export async function testAlertRule({
  resource: rule,
  principal,
  now,
  newId,
}: Call<typeof declared.testAlertRule, typeof alertRules>) {
  const counted = await measure(claimsTable, rule.condition, now);
  const alert = newAlert(rule, counted, { id: newId(), now, test: true });
  const reply = accepted(alertJson(alert), `/api/admin/alerts/${alert.id}`);
  const entry = alertEntry(alert, 'alert.tested', principal.subject);
  return auditedChange(reply, entry, testAlertAction(alert));
}

export async function listAlerts({ query }: Call<typeof declared.listAlerts>) {
  const { data, nextCursor } = await queryAlerts(claimsTable, query);
  return page(data.map(alertJson), nextCursor);
}

export function getAlert({ resource }: Call<typeof declared.getAlert, typeof alerts>) {
  return ok(alertJson(resource));
}
