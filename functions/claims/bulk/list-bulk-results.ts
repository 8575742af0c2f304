import { bulkResultsCsv } from '#claims/csv/work.ts';
import { recordWithin } from '#claims/scope/provider-limit.ts';
import { listBulkResults } from '#contract/claims/bulk/bulk-runs.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { readBulkResults } from '#store/claims/bulk/bulk-lists.ts';
import { findBulkRun } from '#store/claims/bulk/bulk-runs.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listBulkResults, async (call) => {
  const { id } = call.parameters;
  const { data, nextCursor } = await readBulkResults(claimsTable, id, call.query);
  found(recordWithin(await findBulkRun(claimsTable, id), call.principal.billingNpis));
  return listReply(call, bulkResultsCsv, data, nextCursor);
});
