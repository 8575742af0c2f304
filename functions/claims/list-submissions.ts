import { shownSubmission } from '#claims/submissions/shown.ts';
import { listSubmissions } from '#contract/claims/clearhouse.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listSubmissions as readSubmissions } from '#store/claims/submissions/submission-lists.ts';

export const handler = endpoint(listSubmissions, async ({ query }) => {
  const { data, nextCursor } = await readSubmissions(claimsTable, query);
  return page(data.map(shownSubmission), nextCursor);
});
