import type { ServerVisit } from '#claims/clearhouse/collect-responses.ts';
import { exchangeFiles } from '#claims/clearhouse/exchange-files.ts';
import { openExchangePorts } from '#claims/clearhouse/open-submission-store.ts';
import { isMigrated } from '#claims/configuration/records.ts';
import { inboxAge } from '#claims/files/inbox-records.ts';
import { count, logger, logUnmigrated, metrics, publishMetrics } from '#observability/logger.ts';
import { claimsStores } from '#store/claims/stores.ts';

/** Working time, milliseconds. The function is stopped after four minutes. */
const budget = 200_000;

/**
 * Every minute: resumes unfinished submissions, and publishes the age of the oldest file in the inbox. Every five minutes, it
 * also moves responses from the clearinghouse to the inbox.
 */
export async function handler(): Promise<void> {
  if (!(await isMigrated(claimsStores.claims))) return logUnmigrated();
  try {
    const { resumed, failures, visit } = await exchangeFiles(await openExchangePorts(budget));
    const submissions = resumed.map(({ id, state, last_error }) => ({ id, state, error: last_error?.code }));
    logger.info('Exchanged files with the clearinghouse', { submissions });
    if (visit !== undefined) report(visit);
    // The failure comes last, after all other work, and triggers the alarm of the function.
    if (failures.length > 0) throw failures[0];
  } finally {
    const age = await inboxAge(claimsStores.bucket, new Date());
    if (age > 0) metrics.addMetric('inbox_age', 'Seconds', age);
    publishMetrics();
  }
}

/** Logs contain codes only; GET /api/clearhouse shows the file names. */
function report({ taken, waiting, passed_over, passed_over_count: skipped, error }: ServerVisit): void {
  const codes = [...new Set(passed_over.map(({ code }) => code))];
  logger.info('Visited the clearinghouse', { taken, waiting, passed_over_count: skipped });
  count('responses_taken', taken);
  count('responses_passed_over', skipped);
  if (skipped > 0) logger.warn('Responses of the clearinghouse were passed over', { codes, count: skipped });
  if (error === undefined) return;
  logger.error('The visit to the clearinghouse failed', { code: error.code });
  count('clearinghouse_failures', 1);
}
