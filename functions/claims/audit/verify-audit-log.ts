import { newVerification, verificationJson, verificationRunJson } from '#audit/runs/run-views.ts';
import { verifyNow } from '#audit/verification/verify-now.ts';
import { verifyAuditLog } from '#claims/audit/contract.ts';
import { claimsEndpoint, plain } from '#http/endpoint/claims-endpoint.ts';
import { logVerification } from '#observability/logger.ts';
import { startRun } from '#store/audit/audit-run-queue.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';

/** Milliseconds for verification, with time left for the reply within API Gateway's 29 seconds. */
const verificationTime = 18_000;

export const handler = claimsEndpoint(verifyAuditLog, async ({ query: { from, to }, now, newId }) => {
  const until = Date.now() + verificationTime;
  const { verification, run } = await verifyNow(
    auditSubject,
    { from, to, outOfTime: () => Date.now() > until },
    (head) => startRun(newVerification({ id: newId(), now, from, to, head }), now),
  );
  logVerification(verification);
  const data = verificationJson(verification);
  const { ok, first_bad_id, reason, complete } = data;
  const reply = { ok, first_bad_id, reason, complete, data };
  if (!run) return plain(reply);
  return plain(
    { ...reply, run: verificationRunJson(run) },
    { Location: `/api/admin/audit-log/verify/${run.id}` },
  );
});
