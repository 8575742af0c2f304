import { getSubmission } from '#claims/clearhouse/contract.ts';
import { findSubmission, findSubmittedClaims } from '#claims/clearhouse/records.ts';
import { submissionJson } from '#claims/clearhouse/submission-json.ts';
import { recordWithin } from '#claims/provider-limit.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getSubmission, async ({ parameters: { id }, principal }) => {
  const submission = found(recordWithin(await findSubmission(claimsTable, id), principal.billingNpis));
  return ok({ ...submissionJson(submission), claims: await findSubmittedClaims(claimsTable, id) });
});
