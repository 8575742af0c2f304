import { auditLogCsv } from '#claims/csv/audit-log.ts';
import { listAuditLog } from '#contract/claims/audit/log.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import { readAuditLog } from '#store/audit/audit-log.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';

export const handler = claimsEndpoint(listAuditLog, async (call) => {
  const { data, nextCursor } = await readAuditLog(auditEntries, auditChain, call.query);
  return listReply(call, auditLogCsv, data, nextCursor);
});
