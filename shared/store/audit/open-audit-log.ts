import { ChainAppender } from '#audit/append/appender.ts';
import { openTable, type Table, type TransactAction } from '../dynamodb/table.ts';
import { chainStore } from './audit-chain.ts';

/** The audit chain of the claims service. */
export const auditChain = 'main';

/** The audit log in this table; what it records is changed in the claims table in the same transaction. */
export function openAuditLog(auditTableName: string, claimsTable: Table): ChainAppender<TransactAction> {
  // One attempt: the appender repeats by its own rules.
  const auditTable = openTable(auditTableName, { maxAttempts: 1 });
  return new ChainAppender(chainStore(auditTable, claimsTable, auditChain));
}
