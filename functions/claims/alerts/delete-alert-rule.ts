import { deleteAlertRule } from '#contract/claims/alerts/alerts.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, noContent } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findAlertRule, removeAlertRule } from '#store/claims/alerts/alert-rules.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(deleteAlertRule, ({ parameters, principal }) =>
  retryOnConflict(async () => {
    const rule = found(await findAlertRule(claimsTable, parameters.id));
    await removeAlertRule(claimsTables, rule, principal.subject);
    return noContent();
  }),
);
