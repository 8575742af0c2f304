import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { claimsStores } from '../stores.ts';
import { submissionPorts } from './submission-ports.ts';

const { STAGING_DIRECTORY: stagingDirectory, CLEARINGHOUSE_KEY_SECRET: keySecret } =
  clearinghouseEnvironment.parse(process.env);

interface RunTimes {
  /** Longer than the time limit of the function, milliseconds. */
  readonly lease: number;
  /** Working time of a run, milliseconds: shorter than the time limit of the function. */
  readonly budget: number;
}

export const openSubmissionPorts = async (
  { lease, budget }: RunTimes,
  newId: () => string,
): Promise<SubmissionPorts> => ({
  ...(await submissionPorts(claimsStores, { lease, newId, stagingDirectory, keySecret })),
  until: Date.now() + budget,
});
