import { auditEntries } from '#store/audit/audit-entries.ts';
import type { AuditLog } from '#store/audit/audit-log.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listedEntriesOf } from './listed-entry-records.ts';

/** The audit log with the lists of the claims, for reading. */
export const auditedClaims: AuditLog = {
  table: auditEntries,
  chain: auditChain,
  readListed: listedEntriesOf(claimsTable),
};
