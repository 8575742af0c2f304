import { filesBucket } from '../s3/files-bucket.ts';
import { claimsTables } from './claims-table.ts';
import type { ClaimsStores } from './files/intake-ports.ts';

/** The stores of the claims service, for functions that also use the bucket. */
export const claimsStores: ClaimsStores = { ...claimsTables, bucket: filesBucket };
