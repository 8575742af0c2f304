import { claimsEnvironment } from '#contract/environment.ts';
import { openTable } from '../dynamodb/table.ts';
import { chainSource } from './audit-source.ts';
import { auditChain } from './open-audit-log.ts';

/** The audit table as it is read: the SDK may retry reads, and no number in a row stops a verification. */
export const auditEntries = openTable(claimsEnvironment.parse(process.env).AUDIT_TABLE, {
  roundsNumbers: true,
});

/** The chain of this deployment, as verification reads it. */
export const auditSource = chainSource(auditEntries, auditChain);
