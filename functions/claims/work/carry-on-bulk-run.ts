import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { bulkRunPorts } from '#claims/bulk/bulk-store.ts';
import { continueBulkRun } from '#claims/bulk/continue-run.ts';
import { answerBulkRun, bulkProgressActions, takeBulkRun } from '#claims/bulk/records.ts';
import { endedRun, isUnfinished } from '#claims/bulk/rules.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { lastTenth } from '#events/remaining-time.ts';
import { logger, publishMetrics } from '#observability/logger.ts';
import { maxLostRuns } from '#persistence/lease.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { transact } from '#store/dynamodb/table.ts';

const queue = ownWorkQueue();

const messageSchema = z.object({ run_id: z.string() });

const onFailure = (error: unknown) => logger.error('A claim of a bulk run failed', { error });

/**
 * Continues bulk runs. Queues a message for the rest of a run before the time limit. After three runs that were killed, timed
 * out or failed, it ends the bulk run with a reason.
 */
export async function handler(event: unknown, context?: Context): Promise<void> {
  const outOfTime = lastTenth(context);
  await forEachMessage(event, queue, async (message) => {
    const { run_id } = messageSchema.parse(message);
    logger.resetKeys();
    logger.appendKeys({ run_id });
    try {
      const taken = await takeBulkRun(claimsTable, run_id);
      if (taken === undefined) return;
      if ((taken.lost ?? 0) > maxLostRuns) {
        logger.error('Runs of a bulk run ended without an answer', { lost: maxLostRuns });
        const after = endedRun(taken, { state: 'failed', reason: 'interrupted' }, new Date());
        return await transact(claimsTable, bulkProgressActions({ before: taken, after }));
      }
      const run = await continueBulkRun(run_id, bulkRunPorts(claimsTables, onFailure), outOfTime);
      if (run === undefined) return;
      const { state, selected, position, done, skipped } = run;
      logger.info('Bulk run', { operation: run.operation.kind, state, selected, position, done, skipped });
      if (!isUnfinished(run)) return;
      await answerBulkRun(claimsTable, run_id);
      await queue.add({ kind: 'bulk-run', run_id });
    } finally {
      publishMetrics();
    }
  });
}
