import { auditEntries } from '../audit/audit-entries.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { auditChain } from '../audit/open-audit-log.ts';
import { listedEntriesOf } from './claims/listed-entries.ts';
import { claimsTable } from './claims-table.ts';

/** The audit log with the lists of the claims, for reading. */
export const auditedClaims: AuditLog = {
  table: auditEntries,
  chain: auditChain,
  readListed: listedEntriesOf(claimsTable),
};
