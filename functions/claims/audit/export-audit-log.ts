import { exportRunJson, newExport } from '#audit/runs/run-views.ts';
import { refuseBeyond } from '#audit/verification/verify-now.ts';
import { exportAuditLog } from '#claims/audit/contract.ts';
import { accepted, claimsEndpoint } from '#http/endpoint/claims-endpoint.ts';
import { auditSource } from '#store/audit/audit-entries.ts';
import { startRun } from '#store/audit/audit-run-queue.ts';

export const handler = claimsEndpoint(exportAuditLog, async ({ query: { from, to }, now, newId }) => {
  const head = await auditSource.head();
  refuseBeyond(head, from);
  const run = await startRun(newExport({ id: newId(), now, from, to, head }), now);
  return accepted(exportRunJson(run, undefined), `/api/admin/audit-log/export/${run.id}`);
});
