import { respondToStagedObject, stagedKeys } from '#claims/clearhouse/test-payer-store.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import { notifiedObjects } from '#events/s3-event.ts';
import { logger } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { filesBucket } from '#store/s3/files-bucket.ts';

const queue = ownWorkQueue();

/**
 * Runs the test payer. Responds to staged files that S3 has announced in the function's queue, or to all staged files for an
 * event without records. A failed file fails the function after the other files.
 */
export async function handler(event: unknown): Promise<void> {
  await forEachMessage(event, queue, respondToAll);
}

async function respondToAll(event: unknown): Promise<void> {
  const failures: unknown[] = [];
  for await (const key of isNotification(event) ? keysOf(event) : stagedKeys(filesBucket)) {
    try {
      const responses = await respondToStagedObject(claimsTable, filesBucket, key);
      if (responses.length > 0)
        logger.info('The test payer responded', { kinds: responses.map(({ kind }) => kind) });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const isNotification = (event: unknown) => 'Records' in Object(event) || 'Event' in Object(event);

const keysOf = (event: unknown): string[] => notifiedObjects(event).map(({ key }) => key);
