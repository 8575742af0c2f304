import { auditLogCsv } from '#claims/audit/audit-csv.ts';
import { auditedClaims } from '#claims/audit/audited-claims-store.ts';
import { listAuditLog } from '#claims/audit/contract.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { readAuditLog } from '#store/audit/audit-log.ts';

export const handler = claimsEndpoint(listAuditLog, async (call) => {
  const { data, nextCursor } = await readAuditLog(auditedClaims, call.query);
  return listReply(call, auditLogCsv, data, nextCursor);
});
