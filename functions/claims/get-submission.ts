import { shownSubmission } from '#claims/clearinghouse/shown.ts';
import { getSubmission } from '#contract/claims/clearhouse.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { findSubmission, submittedClaims } from '#store/claims/submissions.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(getSubmission, async ({ parameters: { id } }) => {
  const submission = await findSubmission(claimsTable, id);
  if (submission === undefined) throw new ApiError('not_found');
  return ok({ ...shownSubmission(submission), claims: await submittedClaims(claimsTable, id) });
});
