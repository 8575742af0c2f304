import * as z from 'zod';
import { type IngestListener, ingestObjects } from '#claims/files/ingest-objects.ts';
import { ingestPorts } from '#claims/files/intake-settings-store.ts';
import { runFunctionsEnvironment } from '#contract/environment.ts';
import { forEachMessage, passOn } from '#events/queue-messages.ts';
import { type InvocationTime, lastTenth } from '#events/remaining-time.ts';
import { notifiedObjects, s3EventOf } from '#events/s3-event.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { claimsStores } from '#store/claims/stores.ts';

const queue = ownWorkQueue();

const runMessage = z.object({ kind: z.enum(['audit-run', 'bulk-run']), run_id: z.string() });

/**
 * Takes the messages of the service's queue: processes objects under `inbox/` that S3 has announced, and passes runs to their
 * functions. A repetition of a file continues where the last run
 * stopped. Before the time limit, the function queues the rest. It does so too when the store fails after a part of a file is
 * stored: only runs without progress use up the attempts of a message.
 */
export async function handler(event: unknown, invocation?: InvocationTime): Promise<void> {
  const ports = ingestPorts(claimsStores, invocation && lastTenth(invocation));
  try {
    await forEachMessage(event, queue, async (message) => {
      const run = runMessage.safeParse(message);
      if (run.success) return passRun(run.data);
      const left = await ingestObjects(notifiedObjects(message), ports, listener);
      if (left.length === 0) return;
      logger.info('Another run continues the file');
      await queue.add(s3EventOf(left));
    });
  } finally {
    publishMetrics();
  }
}

function passRun(message: z.output<typeof runMessage>): Promise<void> {
  const functions = runFunctionsEnvironment.parse(process.env);
  const name = message.kind === 'audit-run' ? functions.AUDIT_RUN_FUNCTION : functions.BULK_RUN_FUNCTION;
  return passOn(message, { function: name, until: 'done' }, queue);
}

const listener: IngestListener = {
  onFile(file_id, file) {
    if (file === undefined) {
      logger.info('Another run processes the file', { file_id });
      return;
    }
    const { state, kinds, counts } = file;
    logger.info('File processed', { file_id, state, kinds, counts });
    metrics.addMetric(`files_${state}`, 'Count', 1);
  },
  onInterruption(file_id, error) {
    logger.warn('The store failed after a part of the file was stored', { file_id, error });
  },
};
