import { type IngestListener, ingestObjects } from '#claims/files/ingest-objects.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { type InvocationTime, lastTenth } from '#events/remaining-time.ts';
import { notifiedObjects, s3EventOf } from '#events/s3-event.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { ingestPorts } from '#store/claims/responses/intake-settings.ts';
import { claimsStores } from '#store/claims/stores.ts';

const queue = ownWorkQueue();

/**
 * Processes objects under `inbox/` that S3 has announced in the function's queue. A repetition continues where the last run
 * stopped. Before the time limit, the function queues the rest. It does so too when the store fails after a part of a file is
 * stored: only runs without progress use up the attempts of a message.
 */
export async function handler(event: unknown, invocation?: InvocationTime): Promise<void> {
  const ports = ingestPorts(claimsStores, invocation && lastTenth(invocation));
  try {
    await forEachMessage(event, queue, async (message) => {
      const left = await ingestObjects(notifiedObjects(message), ports, listener);
      if (left.length === 0) return;
      logger.info('Another run continues the file');
      await queue.add(s3EventOf(left));
    });
  } finally {
    publishMetrics();
  }
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
