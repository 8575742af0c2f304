import type { ServerVisit } from '#claims/submissions/visit/collect-responses.ts';
import { exchangeFiles } from '#claims/submissions/visit/exchange-files.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { inboxAge } from '#store/claims/files/inbox.ts';
import { claimsStores } from '#store/claims/stores.ts';
import { exchangePorts } from '#store/claims/submissions/exchange-ports.ts';
import { openSftp } from '#store/claims/submissions/open-sftp.ts';
import { openSubmissionPorts } from '#store/claims/submissions/open-submission-ports.ts';

const { CLEARINGHOUSE_KEY_SECRET: keySecret } = clearinghouseEnvironment.parse(process.env);

/** The function is stopped after four minutes. */
const times = { lease: 300_000, budget: 200_000 };

/**
 * On a schedule: resumes unfinished submissions, moves responses from the clearinghouse to the inbox, and publishes the
 * age of the oldest file in the inbox.
 */
export async function handler(): Promise<void> {
  try {
    const submissionPorts = await openSubmissionPorts(times, () => newId());
    const ports = exchangePorts(claimsStores, submissionPorts, (server) => openSftp(server, keySecret));
    const { resumed, failures, visit } = await exchangeFiles(ports);
    const submissions = resumed.map(({ id, state, last_error }) => ({ id, state, error: last_error?.code }));
    logger.info('Exchanged files with the clearinghouse', { submissions, ...(visit && countsOf(visit)) });
    if (visit !== undefined) report(visit);
    // The failure comes last, after all other work, and triggers the alarm of the function.
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

/** Logs contain codes only; GET /api/clearhouse shows the file names. */
function report({ taken, passed_over, passed_over_count, error }: ServerVisit): void {
  metrics.addMetric('responses_taken', 'Count', taken);
  metrics.addMetric('responses_passed_over', 'Count', passed_over_count);
  if (passed_over_count > 0) {
    const codes = [...new Set(passed_over.map(({ code }) => code))];
    logger.warn('Responses of the clearinghouse were passed over', { codes, count: passed_over_count });
  }
  if (error !== undefined) {
    logger.error('The visit to the clearinghouse failed', { code: error.code });
    metrics.addMetric('clearinghouse_failures', 'Count', 1);
  }
}
