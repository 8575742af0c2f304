import { verificationRunJson } from '#audit/runs/run-views.ts';
import { getVerification } from '#claims/audit/contract.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findRun } from '#store/audit/audit-runs.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getVerification, async ({ parameters: { id }, now }) => {
  const run = found(await findRun(claimsTable, 'verification', id, now));
  return ok(verificationRunJson(run));
});
