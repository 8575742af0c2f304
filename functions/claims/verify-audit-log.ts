import { newVerification, shownVerification, shownVerificationRun } from '#audit/run-views.ts';
import { verifyNow } from '#audit/verify-now.ts';
import { verifyAuditLog } from '#contract/claims/audit-runs.ts';
import { auditRunsEnvironment } from '#contract/environment.ts';
import { accepted, endpoint, plain } from '#http/claims-endpoint.ts';
import { logVerification } from '#http/verification-log.ts';
import { beginRun } from '#store/audit-runs.ts';
import { auditSubject } from '#store/audit-subject.ts';
import { claimsTable } from '#store/claims-table.ts';
import { openWorkQueue } from '#store/work-queue.ts';

const runs = openWorkQueue(auditRunsEnvironment.parse(process.env).AUDIT_RUN_QUEUE);

/** Leaves time for an answer within API Gateway's 29 seconds, milliseconds. */
const walkTime = 18_000;

export const handler = endpoint(verifyAuditLog, async ({ query: { full, from, to }, now, newId }) => {
  if (full) {
    const head = await auditSubject.source.head();
    const wanted = newVerification({ id: newId(), now, from, to, head });
    const { run, isNew } = await beginRun(claimsTable, wanted, now);
    if (isNew) await runs.add({ run_id: run.id });
    return accepted({ ...shownVerificationRun(run) }, `/api/admin/audit-log/verify/${run.id}`);
  }
  const until = Date.now() + walkTime;
  const verification = await verifyNow(auditSubject, { from, to, outOfTime: () => Date.now() > until });
  logVerification(verification);
  const { ok, first_bad_id, reason } = verification;
  return plain({ ok, first_bad_id, reason, data: shownVerification(verification) });
});
