import { forEachMessage } from '#events/queue-messages.ts';
import { notifiedObjects } from '#events/s3-event.ts';
import { logger } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { respondToStagedObject, stagedKeys } from '#store/claims/submissions/test-payer.ts';
import { filesBucket } from '#store/s3/files-bucket.ts';

const queue = ownWorkQueue();

/**
 * The test payer: answers what was staged, as S3 puts it into the function's queue. An event without records makes it
 * answer everything that it has not answered. A file that it cannot answer fails the function once the others are
 * answered.
 */
export async function handler(event: unknown): Promise<void> {
  await forEachMessage(event, queue, answerAll);
}

async function answerAll(event: unknown): Promise<void> {
  const failures: unknown[] = [];
  for await (const key of isNotification(event) ? keysOf(event) : stagedKeys(filesBucket)) {
    try {
      const answers = await respondToStagedObject(claimsTable, filesBucket, key);
      if (answers.length > 0)
        logger.info('Answered as the test payer', { kinds: answers.map(({ kind }) => kind) });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const isNotification = (event: unknown) => 'Records' in Object(event) || 'Event' in Object(event);

const keysOf = (event: unknown): string[] => notifiedObjects(event).map(({ key }) => key);
