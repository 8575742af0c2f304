import { TransportFailed } from '#claims/clearinghouse/submission.ts';
import { newId } from '#http/identifiers.ts';
import { logger, metrics, publishMetrics } from '#http/logger.ts';
import { openClearinghouse } from '#store/claims/clearinghouse.ts';
import { exchangeFiles } from '#store/claims/exchange.ts';
import { inboxAge } from '#store/claims/inbox.ts';
import { claimsStores } from '#store/claims/stores.ts';

/** The function may run for four minutes. */
const times = { lease: 300_000, budget: 200_000 };

/**
 * By schedule: carries unfinished submissions on and takes responses from the clearinghouse into the inbox; tells how
 * long the oldest file has been waiting there.
 */
export async function handler(): Promise<void> {
  try {
    const ports = await openClearinghouse(times, () => newId());
    const { resumed, failures, ...counts } = await exchangeFiles(claimsStores, ports);
    const submissions = resumed.map(({ id, state, last_error }) => ({ id, state, error: last_error?.code }));
    logger.info('Exchanged files with the clearinghouse', { submissions, ...counts });
    metrics.addMetric('responses_taken', 'Count', counts.taken);
    // What can be done is done; the failure of the function is what the alarm sees.
    if (failures.length > 0) throw failures[0];
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    logger.error('The clearinghouse could not be visited', { code: error.code });
    metrics.addMetric('clearinghouse_failures', 'Count', 1);
  } finally {
    metrics.addMetric('inbox_age', 'Seconds', await inboxAge(claimsStores.bucket, new Date()));
    publishMetrics();
  }
}
