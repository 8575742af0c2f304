import type { FileRecord } from '#claims/files/file.ts';
import { ingestObjects } from '#claims/files/ingest-objects.ts';
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
 * stopped. Before the time limit, the function queues the rest.
 */
export async function handler(event: unknown, invocation?: InvocationTime): Promise<void> {
  const ports = ingestPorts(claimsStores, lastTenth(invocation));
  try {
    await forEachMessage(event, queue, async (message) => {
      const left = await ingestObjects(notifiedObjects(message), ports, report);
      if (left.length === 0) return;
      logger.info('Another run continues the file');
      await queue.add(s3EventOf(left));
    });
  } finally {
    publishMetrics();
  }
}

function report(file_id: string, file: FileRecord | undefined): void {
  if (file === undefined) {
    logger.info('Another run processes the file', { file_id });
    return;
  }
  const { state, kinds, counts } = file;
  logger.info('File processed', { file_id, state, kinds, counts });
  metrics.addMetric(`files_${state}`, 'Count', 1);
}
