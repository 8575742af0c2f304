import { listAuditLog } from '#contract/claims/audit-log.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listAuditLog as readAuditLog } from '#store/audit-log.ts';
import { auditChain } from '#store/claims-table.ts';
import { openTable } from '#store/table.ts';

const table = openTable(claimsEnvironment.parse(process.env).AUDIT_TABLE);

export const handler = endpoint(listAuditLog, async ({ query }) => {
  const { data, nextCursor } = await readAuditLog(table, auditChain, query);
  return page(data, nextCursor);
});
