import { newExport, shownExportRun } from '#audit/run-views.ts';
import { exportAuditLog } from '#contract/claims/audit-runs.ts';
import { headFor } from '#http/audit-range.ts';
import { accepted, endpoint } from '#http/claims-endpoint.ts';
import { auditSource } from '#store/audit/audit-entries.ts';
import { startRun } from '#store/audit/audit-run-queue.ts';

export const handler = endpoint(exportAuditLog, async ({ query: { from, to }, now, newId }) => {
  const head = headFor(from, await auditSource.head());
  const run = await startRun(newExport({ id: newId(), now, from, to, head }), now);
  return accepted(shownExportRun(run, undefined), `/api/admin/audit-log/export/${run.id}`);
});
