import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { isUnfinished } from '#claims/bulk/bulk-run.ts';
import { continueBulkRun } from '#claims/bulk/continue-run.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { lastTenth } from '#events/remaining-time.ts';
import { logger, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { bulkRunPorts } from '#store/claims/bulk/bulk-ports.ts';
import { claimsTables } from '#store/claims/claims-table.ts';

const queue = ownWorkQueue();

const messageSchema = z.object({ run_id: z.string() });

const onFailure = (error: unknown) => logger.error('A claim of a bulk run failed', { error });

/** Continues bulk runs. Queues a message for the rest of a run before the time limit. */
export async function handler(event: unknown, context?: Context): Promise<void> {
  const outOfTime = lastTenth(context);
  await forEachMessage(event, queue, async (message) => {
    const { run_id } = messageSchema.parse(message);
    logger.resetKeys();
    logger.appendKeys({ run_id });
    try {
      const run = await continueBulkRun(run_id, bulkRunPorts(claimsTables, onFailure), outOfTime);
      if (run === undefined) return;
      const { state, selected, position, done, skipped } = run;
      logger.info('Bulk run', { operation: run.operation.kind, state, selected, position, done, skipped });
      if (isUnfinished(run)) await queue.add({ kind: 'bulk-run', run_id });
    } finally {
      publishMetrics();
    }
  });
}
