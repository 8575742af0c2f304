import { bulkRunJson } from '#claims/bulk/bulk-run.ts';
import { bulkRunsCsv } from '#claims/csv/work.ts';
import { isWithin } from '#claims/scope/provider-limit.ts';
import { listBulkRuns } from '#contract/claims/bulk/bulk-runs.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { readBulkRuns } from '#store/claims/bulk/bulk-lists.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listBulkRuns, async (call) => {
  const { data, nextCursor } = await readBulkRuns(claimsTable, call.query);
  const own = data.filter(({ billing_npis }) => isWithin(billing_npis, call.principal.billingNpis));
  return listReply(call, bulkRunsCsv, own.map(bulkRunJson), nextCursor);
});
