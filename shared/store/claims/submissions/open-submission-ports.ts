import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import type { ExchangePorts } from '#claims/submissions/visit/exchange-files.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { newId } from '#persistence/new-id.ts';
import { claimsStores } from '../stores.ts';
import { exchangePorts } from './exchange-ports.ts';
import { openSftp } from './open-sftp.ts';
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

export const openExchangePorts = async (times: RunTimes): Promise<ExchangePorts> => {
  const submissions = await openSubmissionPorts(times, () => newId());
  return exchangePorts(claimsStores, submissions, (server) => openSftp(server, keySecret));
};
