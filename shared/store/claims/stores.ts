import { filesBucket } from '../s3/files-bucket.ts';
import { auditLog, claimsTable } from './claims-table.ts';
import type { ClaimsStores } from './files/intake-ports.ts';

/** The stores of the claims service, opened once for each function instance. */
export const claimsStores: ClaimsStores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };
