import { verificationRunJson } from '#audit/runs/run-views.ts';
import { getVerification } from '#contract/claims/audit/runs.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findRun } from '#store/audit/audit-runs.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getVerification, async ({ parameters: { id }, now }) => {
  const run = await findRun(claimsTable, 'verification', id, now);
  if (!run) throw new ApiError('not_found');
  return ok(verificationRunJson(run));
});
