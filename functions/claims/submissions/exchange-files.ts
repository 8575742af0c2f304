import type { ServerVisit } from '#claims/submissions/visit/visit.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { inboxAge } from '#store/claims/files/inbox.ts';
import { claimsStores } from '#store/claims/stores.ts';
import { openClearinghouseServer } from '#store/claims/submissions/clearinghouse-server.ts';
import { exchangeFiles } from '#store/claims/submissions/exchange.ts';
import { openSubmissionPorts } from '#store/claims/submissions/open-submission-ports.ts';

/** The function may run for four minutes. */
const times = { lease: 300_000, budget: 200_000 };

/**
 * By schedule: carries unfinished submissions on and takes responses from the clearinghouse into the inbox; tells how
 * long the oldest file has been waiting there.
 */
export async function handler(): Promise<void> {
  try {
    const ports = await openSubmissionPorts(times, () => newId());
    const { resumed, failures, visit } = await exchangeFiles(claimsStores, ports, openClearinghouseServer);
    const submissions = resumed.map(({ id, state, last_error }) => ({ id, state, error: last_error?.code }));
    logger.info('Exchanged files with the clearinghouse', { submissions, ...(visit && countsOf(visit)) });
    if (visit !== undefined) report(visit);
    // What can be done is done; the failure of the function is what the alarm sees.
    if (failures.length > 0) throw failures[0];
  } finally {
    metrics.addMetric('inbox_age', 'Seconds', await inboxAge(claimsStores.bucket, new Date()));
    publishMetrics();
  }
}

const countsOf = ({ taken, waiting, passed_over_count }: ServerVisit) => ({
  taken,
  waiting,
  passed_over_count,
});

/** Logs hold codes only: GET /api/clearhouse shows the names of files. */
function report({ taken, passed_over, passed_over_count, error }: ServerVisit): void {
  metrics.addMetric('responses_taken', 'Count', taken);
  metrics.addMetric('responses_passed_over', 'Count', passed_over_count);
  if (passed_over_count > 0) {
    const codes = [...new Set(passed_over.map(({ code }) => code))];
    logger.warn('Responses of the clearinghouse were passed over', { codes, count: passed_over_count });
  }
  if (error !== undefined) {
    logger.error('The clearinghouse could not be visited', { code: error.code });
    metrics.addMetric('clearinghouse_failures', 'Count', 1);
  }
}
