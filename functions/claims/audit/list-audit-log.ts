import { listAuditLog } from '#contract/claims/audit/log.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import { readAuditLog } from '#store/audit/audit-log.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';

export const handler = claimsEndpoint(listAuditLog, async ({ query }) => {
  const { data, nextCursor } = await readAuditLog(auditEntries, auditChain, query);
  return page(data, nextCursor);
});
