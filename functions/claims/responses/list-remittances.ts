import { remittancesCsv } from '#claims/csv/responses.ts';
import { remittanceSummaryJson } from '#claims/responses/remittance/json.ts';
import { isRemittanceWithin } from '#claims/scope/remittance-scope.ts';
import { listRemittances } from '#contract/claims/responses/stored-responses.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryRemittances as readRemittances } from '#store/claims/responses/response-lists.ts';

export const handler = claimsEndpoint(listRemittances, async (call) => {
  const { data, nextCursor } = await readRemittances(claimsTable, call.query);
  const own = data.filter((remittance) => isRemittanceWithin(remittance, call.principal.billingNpis));
  return listReply(call, remittancesCsv, own.map(remittanceSummaryJson), nextCursor);
});
