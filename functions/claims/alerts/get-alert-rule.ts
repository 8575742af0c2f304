import { getAlertRule } from '#contract/claims/alerts/alerts.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findAlertRule } from '#store/claims/alerts/alert-rules.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getAlertRule, async ({ parameters }) => {
  const rule = found(await findAlertRule(claimsTable, parameters.id));
  return ok(rule, { version: rule.version });
});
