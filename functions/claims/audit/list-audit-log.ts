import { auditLogCsv } from '#claims/csv/audit-log.ts';
import { listAuditLog } from '#contract/claims/audit/log.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { readAuditLog } from '#store/audit/audit-log.ts';
import { auditedClaims } from '#store/claims/audited-claims.ts';

export const handler = claimsEndpoint(listAuditLog, async (call) => {
  const { data, nextCursor } = await readAuditLog(auditedClaims, call.query);
  return listReply(call, auditLogCsv, data, nextCursor);
});
