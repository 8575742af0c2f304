import type { ClearinghousePorts } from '#claims/submissions/ports.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { claimsStores } from '../stores.ts';
import { clearinghousePorts } from './clearinghouse-ports.ts';

const { STAGING_DIRECTORY: stagingDirectory, CLEARINGHOUSE_KEY_SECRET: keySecret } =
  clearinghouseEnvironment.parse(process.env);

interface RunTimes {
  /** The function is ended before that, milliseconds. */
  readonly lease: number;
  /** It comes to an end by itself after that, milliseconds. */
  readonly budget: number;
}

/** Submissions on the stores of this function. */
export const openClearinghouse = async (
  { lease, budget }: RunTimes,
  newId: () => string,
): Promise<ClearinghousePorts> => ({
  ...(await clearinghousePorts(claimsStores, { lease, newId, stagingDirectory, keySecret })),
  until: Date.now() + budget,
});
