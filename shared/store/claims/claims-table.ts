import { searchKeyFrom } from '#claims/search/search-key-store.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { openAuditLog } from '../audit/open-audit-log.ts';
import { openTable } from '../dynamodb/table.ts';
import type { ClaimsTables } from './write-change.ts';

const environment = claimsEnvironment.parse(process.env);

/** The claims table, opened once for each function instance. */
export const claimsTable = openTable(environment.CLAIMS_TABLE);

export const auditLog = openAuditLog(environment.AUDIT_TABLE, claimsTable);

export const readSearchKey = searchKeyFrom(environment.SEARCH_KEY_SECRET);

export const claimsTables: ClaimsTables = { claims: claimsTable, audit: auditLog, readSearchKey };
