import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { claimsStores } from '../stores.ts';
import { submissionPorts } from './submission-ports.ts';

const { STAGING_DIRECTORY: stagingDirectory, CLEARINGHOUSE_KEY_SECRET: keySecret } =
  clearinghouseEnvironment.parse(process.env);

interface RunTimes {
  /** The function is ended before that, milliseconds. */
  readonly lease: number;
  /** It comes to an end by itself after that, milliseconds. */
  readonly budget: number;
}

/** Submissions on the stores of this function. */
export const openSubmissionPorts = async (
  { lease, budget }: RunTimes,
  newId: () => string,
): Promise<SubmissionPorts> => ({
  ...(await submissionPorts(claimsStores, { lease, newId, stagingDirectory, keySecret })),
  until: Date.now() + budget,
});
