import { newVerification, verificationRunJson } from '#audit/runs/run-views.ts';
import { refuseBeyond } from '#audit/verification/verify-now.ts';
import { startVerification } from '#claims/audit/contract.ts';
import { accepted, claimsEndpoint } from '#http/endpoint/claims-endpoint.ts';
import { auditSource } from '#store/audit/audit-entries.ts';
import { startRun } from '#store/audit/audit-run-queue.ts';

export const handler = claimsEndpoint(startVerification, async ({ query: { from, to }, now, newId }) => {
  const head = await auditSource.head();
  refuseBeyond(head, from);
  const run = await startRun(newVerification({ id: newId(), now, from, to, head }), now);
  return accepted(verificationRunJson(run), `/api/admin/audit-log/verify/${run.id}`);
});
