import { newExport, shownExportRun } from '#audit/run-views.ts';
import { exportAuditLog } from '#contract/claims/audit-runs.ts';
import { auditRunsEnvironment } from '#contract/environment.ts';
import { accepted, endpoint } from '#http/claims-endpoint.ts';
import { auditSource } from '#store/audit-entries.ts';
import { beginRun } from '#store/audit-runs.ts';
import { claimsTable } from '#store/claims-table.ts';
import { openWorkQueue } from '#store/work-queue.ts';

const runs = openWorkQueue(auditRunsEnvironment.parse(process.env).AUDIT_RUN_QUEUE);

export const handler = endpoint(exportAuditLog, async ({ query: { from, to }, now, newId }) => {
  const head = await auditSource.head();
  const wanted = newExport({ id: newId(), now, from, to, head });
  const { run, isNew } = await beginRun(claimsTable, wanted, now);
  if (isNew) await runs.add({ run_id: run.id });
  return accepted(shownExportRun(run, undefined), `/api/admin/audit-log/export/${run.id}`);
});
