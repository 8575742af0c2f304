import { alertJson } from '#claims/alerts/alert.ts';
import { listAlerts } from '#contract/claims/alerts/alerts.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { queryAlerts } from '#store/claims/alerts/alerts.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listAlerts, async ({ query }) => {
  const { data, nextCursor } = await queryAlerts(claimsTable, query);
  return page(data.map(alertJson), nextCursor);
});
