import { listBulkResults } from '#claims/bulk/contract.ts';
import { findBulkRun, readBulkResults } from '#claims/bulk/records.ts';
import { bulkResultsCsv } from '#claims/bulk/rules.ts';
import { recordWithin } from '#claims/provider-limit.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listBulkResults, async (call) => {
  const { id } = call.parameters;
  const { data, nextCursor } = await readBulkResults(claimsTable, id, call.query);
  found(recordWithin(await findBulkRun(claimsTable, id), call.principal.billingNpis));
  return listReply(call, bulkResultsCsv, data, nextCursor);
});
