import type { ClearinghousePorts } from '#claims/clearinghouse/ports.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { clearinghousePorts } from './clearinghouse-ports.ts';
import { claimsStores } from './stores.ts';

const { STAGING_DIRECTORY } = clearinghouseEnvironment.parse(process.env);

/** Submissions on the stores of this function, which runs for no longer than `lease` milliseconds. */
export const openClearinghouse = (lease: number, newId: () => string): Promise<ClearinghousePorts> =>
  clearinghousePorts(claimsStores, { lease, newId, stagingDirectory: STAGING_DIRECTORY });
