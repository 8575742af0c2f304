import * as z from 'zod';
import { logger } from '#observability/logger.ts';
import type { WorkQueue } from '#store/adapters/work-queue.ts';

const sqsEvent = z.object({
  Records: z.array(
    z.object({
      eventSource: z.literal('aws:sqs'),
      receiptHandle: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.coerce.number() }),
    }),
  ),
});

/**
 * Runs a function on the messages that Lambda hands over from its queue, or on the event itself where the function was
 * invoked without a queue. When it fails, the message is shown again after a minute, then two, four and eight, because
 * the queue itself hides a message for six times the time-out of the function.
 *
 * @throws what `work` throws: Lambda then keeps the message
 */
export async function forEachMessage(
  event: unknown,
  queue: WorkQueue,
  work: (body: unknown) => Promise<void>,
): Promise<void> {
  const { data } = sqsEvent.safeParse(event);
  if (data === undefined) return work(event);
  for (const { body, receiptHandle, attributes } of data.Records) {
    try {
      await work(contentOf(body));
    } catch (error) {
      await retryAfter(waitSeconds(attributes.ApproximateReceiveCount), receiptHandle, queue);
      throw error;
    }
  }
}

/** The parser's own error would quote the text, which may hold data about people. */
function contentOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('The message is not JSON');
  }
}

const waitSeconds = (receives: number): number => Math.min(900, 60 * 2 ** (receives - 1));

/** Where this fails, the message is shown again once the queue's own time is over. */
async function retryAfter(seconds: number, receipt: string, queue: WorkQueue): Promise<void> {
  try {
    await queue.showAgain(receipt, seconds);
  } catch {
    logger.warn('The next attempt waits for the visibility timeout of the queue');
  }
}
