import { auditLog, claimsTable } from '../claims-table.ts';
import { filesBucket } from '../files-bucket.ts';
import type { ClaimsStores } from './intake-ports.ts';

/** The stores of the claims service, opened once for each function instance. */
export const claimsStores: ClaimsStores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };
