import { queryRemittances as readRemittances } from '#claims/files/response-list-records.ts';
import { listRemittances } from '#claims/remittances/contract.ts';
import {
  isRemittanceWithin,
  remittanceSummaryJson,
  remittancesCsv,
} from '#claims/remittances/remittance-json.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listRemittances, async (call) => {
  const { data, nextCursor } = await readRemittances(claimsTable, call.query);
  const own = data.filter((remittance) => isRemittanceWithin(remittance, call.principal.billingNpis));
  return listReply(call, remittancesCsv, own.map(remittanceSummaryJson), nextCursor);
});
