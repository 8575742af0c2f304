import { ChainAppender } from '#audit/appender.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { chainStore } from './audit-chain.ts';
import { openTable } from './table.ts';

const environment = claimsEnvironment.parse(process.env);

/** The claims service's table, opened once for each function instance. */
export const claimsTable = openTable(environment.CLAIMS_TABLE);

/** The audit chain of the claims service. */
export const auditChain = 'main';

/** One attempt: the appender repeats by its own rules. */
export const auditTable = openTable(environment.AUDIT_TABLE, { maxAttempts: 1 });

/** The audit log, and with it every change of the claims table that must be accounted for. */
export const auditLog = new ChainAppender(chainStore(auditTable, claimsTable, auditChain));
