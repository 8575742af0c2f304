import { RunSuperseded, TimeUp } from '#claims/files/file-run.ts';
import { processFile } from '#claims/files/process-file.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { type InvocationTime, lastTenth } from '#events/remaining-time.ts';
import { type NotifiedObject, notifiedObjects, s3EventOf } from '#events/s3-event.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { openInboxFile } from '#store/claims/files/inbox.ts';
import { intakePorts } from '#store/claims/files/intake-ports.ts';
import { intakeSettings } from '#store/claims/responses/intake-settings.ts';
import { filesBucket } from '#store/s3/files-bucket.ts';

const queue = ownWorkQueue();

/**
 * Processes objects under `inbox/` that S3 has announced in the function's queue. A repetition continues where the last run
 * stopped. Before the time limit, the function queues the rest.
 */
export async function handler(event: unknown, invocation?: InvocationTime): Promise<void> {
  const outOfTime = lastTenth(invocation);
  try {
    await forEachMessage(event, queue, (message) => ingestAll(notifiedObjects(message), outOfTime));
  } finally {
    publishMetrics();
  }
}

async function ingestAll(objects: readonly NotifiedObject[], outOfTime: () => boolean): Promise<void> {
  for (const [position, object] of objects.entries()) {
    try {
      await ingest(object, outOfTime);
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
      logger.info('Another run continues the file');
      await queue.add(s3EventOf(objects.slice(position)));
      return;
    }
  }
}

async function ingest(object: NotifiedObject, outOfTime: () => boolean): Promise<void> {
  const delivery = await openInboxFile(claimsTable, filesBucket, object);
  if (delivery === undefined) return;
  const stores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };
  const ports = intakePorts(stores, { ...(await intakeSettings(stores)), isTimeUp: outOfTime });
  try {
    const { id, state, kinds, counts } = await processFile(delivery, ports);
    logger.info('File processed', { file_id: id, state, kinds, counts });
    metrics.addMetric(`files_${state}`, 'Count', 1);
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error;
    logger.info('Another run processes the file', { file_id: delivery.id });
  }
}
