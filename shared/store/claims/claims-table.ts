import { claimsEnvironment } from '#contract/environment.ts';
import { openAuditLog } from '../audit/open-audit-log.ts';
import { openTable } from '../dynamodb/table.ts';

const environment = claimsEnvironment.parse(process.env);

/** The claims service's table, opened once for each function instance. */
export const claimsTable = openTable(environment.CLAIMS_TABLE);

/** The audit log, and with it every change of the claims table that must be accounted for. */
export const auditLog = openAuditLog(environment.AUDIT_TABLE, claimsTable);
