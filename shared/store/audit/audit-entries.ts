import { claimsEnvironment } from '#contract/environment.ts';
import { openTable } from '../dynamodb/table.ts';
import { chainSource } from './audit-source.ts';
import { auditChain } from './open-audit-log.ts';

/** The audit table for reading: with retries, and with rounded numbers so that no number stops a verification. */
export const auditEntries = openTable(claimsEnvironment.parse(process.env).AUDIT_TABLE, {
  roundsNumbers: true,
});

/** The chain of this deployment for verification. */
export const auditSource = chainSource(auditEntries, auditChain);
