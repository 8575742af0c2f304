import { alertEntry, alertJson, newAlert } from '#claims/alerts/alert.ts';
import { testAlertRule } from '#contract/claims/alerts/alerts.ts';
import { found } from '#contract/errors.ts';
import { accepted, claimsEndpoint } from '#http/endpoint/claims-endpoint.ts';
import { findAlertRule } from '#store/claims/alerts/alert-rules.ts';
import { testAlertAction } from '#store/claims/alerts/alerts.ts';
import { measure } from '#store/claims/alerts/measures.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(
  testAlertRule,
  async ({ parameters, principal, now, newId, recordReply }) => {
    const rule = found(await findAlertRule(claimsTable, parameters.id));
    const counted = await measure(claimsTable, rule.condition, now);
    const alert = newAlert(rule, counted, { id: newId(), now, test: true });
    const reply = accepted(alertJson(alert), `/api/admin/alerts/${alert.id}`);
    const entry = alertEntry(alert, 'alert.tested', principal.subject);
    await auditLog.append([entry], [testAlertAction(alert), ...recordReply(reply)]);
    return reply;
  },
);
