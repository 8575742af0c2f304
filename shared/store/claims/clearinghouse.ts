import type { ClearinghousePorts } from '#claims/clearinghouse/ports.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { auditLog, claimsTable } from '../claims-table.ts';
import { filesBucket } from '../files-bucket.ts';
import { clearinghousePorts } from './clearinghouse-ports.ts';
import type { ClaimsStores } from './intake-ports.ts';

const { STAGING_DIRECTORY } = clearinghouseEnvironment.parse(process.env);

/** The stores of the claims service, opened once for each function instance. */
export const claimsStores: ClaimsStores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };

/** Submissions on the stores of this function, which runs for no longer than `lease` milliseconds. */
export const openClearinghouse = (lease: number, newId: () => string): Promise<ClearinghousePorts> =>
  clearinghousePorts(claimsStores, { lease, newId, stagingDirectory: STAGING_DIRECTORY });
