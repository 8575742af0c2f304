import { listSubmissions } from '#claims/clearhouse/contract.ts';
import { readSubmissions } from '#claims/clearhouse/records.ts';
import { submissionJson, submissionsCsv } from '#claims/clearhouse/submission-json.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listSubmissions, async (call) => {
  const { data, nextCursor } = await readSubmissions(claimsTable, call.query);
  const own = data.filter(({ billing_npis }) => isWithin(billing_npis, call.principal.billingNpis));
  return listReply(call, submissionsCsv, own.map(submissionJson), nextCursor);
});
