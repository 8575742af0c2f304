import { listBulkRuns } from '#claims/bulk/contract.ts';
import { readBulkRuns } from '#claims/bulk/records.ts';
import { bulkRunJson, bulkRunsCsv } from '#claims/bulk/rules.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listBulkRuns, async (call) => {
  const { data, nextCursor } = await readBulkRuns(claimsTable, call.query);
  const own = data.filter(({ billing_npis }) => isWithin(billing_npis, call.principal.billingNpis));
  return listReply(call, bulkRunsCsv, own.map(bulkRunJson), nextCursor);
});
