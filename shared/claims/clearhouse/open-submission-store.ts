import { clearinghouseEnvironment } from '#contract/environment.ts';
import { newId } from '#persistence/new-id.ts';
import { claimsStores } from '#store/claims/stores.ts';
import type { ExchangePorts } from './exchange-files.ts';
import { exchangePorts } from './exchange-store.ts';
import type { SubmissionPorts } from './submission-ports.ts';
import { openSftp, submissionPorts } from './submission-store.ts';

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
