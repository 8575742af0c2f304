import { filesBucket } from '../s3/files-bucket.ts';
import { auditLog, claimsTable } from './claims-table.ts';
import type { ClaimsStores } from './files/intake-ports.ts';

/** The stores of the claims service, for functions that also use the bucket. */
export const claimsStores: ClaimsStores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };
