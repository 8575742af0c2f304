import type { ClaimsStores } from '#claims/files/intake-store.ts';
import { filesBucket } from '../s3/files-bucket.ts';
import { claimsTables } from './claims-table.ts';

/** The stores of the claims service, for functions that also use the bucket. */
export const claimsStores: ClaimsStores = { ...claimsTables, bucket: filesBucket };
