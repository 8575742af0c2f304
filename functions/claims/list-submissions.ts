import { shownSubmission } from '#claims/clearinghouse/shown.ts';
import { listSubmissions } from '#contract/claims/clearhouse.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listSubmissions as readSubmissions } from '#store/claims/submission-lists.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(listSubmissions, async ({ query }) => {
  const { data, nextCursor } = await readSubmissions(claimsTable, query);
  return page(data.map(shownSubmission), nextCursor);
});
