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

/** @param budget working time of the run, milliseconds: shorter than the time limit of the function */
export const openSubmissionPorts = async (budget: number, newId: () => string): Promise<SubmissionPorts> => ({
  ...(await submissionPorts(claimsStores, { newId, stagingDirectory, keySecret })),
  until: Date.now() + budget,
});

export const openExchangePorts = async (budget: number): Promise<ExchangePorts> => {
  const submissions = await openSubmissionPorts(budget, () => newId());
  return exchangePorts(claimsStores, submissions, (server) => openSftp(server, keySecret));
};
