import { shownSubmission } from '#claims/submissions/shown.ts';
import { getSubmission } from '#contract/claims/clearhouse.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findSubmission, submittedClaims } from '#store/claims/submissions/submissions.ts';

export const handler = endpoint(getSubmission, async ({ parameters: { id } }) => {
  const submission = await findSubmission(claimsTable, id);
  if (submission === undefined) throw new ApiError('not_found');
  return ok({ ...shownSubmission(submission), claims: await submittedClaims(claimsTable, id) });
});
