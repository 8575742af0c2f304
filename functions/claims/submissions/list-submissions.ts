import { submissionJson } from '#claims/submissions/submission-json.ts';
import { listSubmissions } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readSubmissions } from '#store/claims/submissions/submission-lists.ts';

export const handler = claimsEndpoint(listSubmissions, async ({ query }) => {
  const { data, nextCursor } = await readSubmissions(claimsTable, query);
  return page(data.map(submissionJson), nextCursor);
});
