import { listAlertRules } from '#contract/claims/alerts/alerts.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { queryAlertRules } from '#store/claims/alerts/alert-rules.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listAlertRules, async ({ query }) => {
  const { data, nextCursor } = await queryAlertRules(claimsTable, query);
  return page(data, nextCursor);
});
