import { forEachMessage } from '#events/queue-messages.ts';
import type { InvocationTime } from '#events/remaining-time.ts';
import { notifiedObjects } from '#events/s3-event.ts';
import { publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { receiveUpload } from '#work/receive-upload.ts';
import { runOf } from '#work/run-work.ts';

const queue = ownWorkQueue();

/** Schedules the processing of files that S3 has announced in the function's queue. */
export async function handler(event: unknown, invocation: InvocationTime): Promise<void> {
  const run = runOf(invocation);
  try {
    await forEachMessage(event, queue, async (message) => {
      for (const { key } of notifiedObjects(message)) await receiveUpload(key, run);
    });
  } finally {
    publishMetrics();
  }
}
