import { recordWithin } from '#claims/scope/provider-limit.ts';
import { submissionJson } from '#claims/submissions/submission-json.ts';
import { getSubmission } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findSubmission, findSubmittedClaims } from '#store/claims/submissions/submissions.ts';

export const handler = claimsEndpoint(getSubmission, async ({ parameters: { id }, principal }) => {
  const submission = found(recordWithin(await findSubmission(claimsTable, id), principal.billingNpis));
  return ok({ ...submissionJson(submission), claims: await findSubmittedClaims(claimsTable, id) });
});
