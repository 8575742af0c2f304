import { ChainAppender } from '#audit/append/appender.ts';
import { openTable, type Table, type TransactAction } from '../dynamodb/table.ts';
import { chainStore } from './audit-chain.ts';

/** The audit chain of the claims service. */
export const auditChain = 'main';

/** The audit log in this table. Its entries share a transaction with the changes of the claims table that they record. */
export function openAuditLog(auditTableName: string, claimsTable: Table): ChainAppender<TransactAction> {
  // One attempt, because the appender retries.
  const auditTable = openTable(auditTableName, { maxAttempts: 1 });
  return new ChainAppender(chainStore(auditTable, claimsTable, auditChain));
}
