import { remittanceSummaryJson } from '#claims/responses/remittance/json.ts';
import { listRemittances } from '#contract/claims/responses/stored-responses.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryRemittances as readRemittances } from '#store/claims/responses/response-lists.ts';

export const handler = claimsEndpoint(listRemittances, async ({ query }) => {
  const { data, nextCursor } = await readRemittances(claimsTable, query);
  return page(data.map(remittanceSummaryJson), nextCursor);
});
