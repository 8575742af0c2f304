import { submissionsCsv } from '#claims/csv/files.ts';
import { isWithin } from '#claims/scope/provider-limit.ts';
import { submissionJson } from '#claims/submissions/submission-json.ts';
import { listSubmissions } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readSubmissions } from '#store/claims/submissions/submissions.ts';

export const handler = claimsEndpoint(listSubmissions, async (call) => {
  const { data, nextCursor } = await readSubmissions(claimsTable, call.query);
  const own = data.filter(({ billing_npis }) => isWithin(billing_npis, call.principal.billingNpis));
  return listReply(call, submissionsCsv, own.map(submissionJson), nextCursor);
});
