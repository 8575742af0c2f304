import { listAuditLog } from '#contract/claims/audit-log.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import { listAuditLog as readAuditLog } from '#store/audit/audit-log.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';

export const handler = endpoint(listAuditLog, async ({ query }) => {
  const { data, nextCursor } = await readAuditLog(auditEntries, auditChain, query);
  return page(data, nextCursor);
});
