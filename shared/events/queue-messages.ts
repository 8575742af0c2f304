import * as z from 'zod';
import { logger } from '#observability/logger.ts';
import { everyRenewal, leaseMilliseconds, renewalMilliseconds } from '#persistence/lease.ts';
import { callFunction, type FunctionCall } from '#store/adapters/function-call.ts';
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
 * Seconds for which a message in progress is hidden at each renewal. A killed run is repeated that much later, when any lease
 * that it held has ended, because the last renewal of the lease is at most one interval later than that of the message.
 */
const hiddenSeconds = (leaseMilliseconds + renewalMilliseconds + 5_000) / 1000;

/**
 * Runs `work` on each message of the queue, or on the event itself if the function was invoked without a queue. A message is
 * visible again 45 seconds after its run was killed, and one minute after a failure, then two, four and eight. By default the
 * queue would hide it for six times the timeout of the function.
 *
 * @throws the error of `work`, so that Lambda keeps the message
 */
export async function forEachMessage(
  event: unknown,
  queue: WorkQueue,
  work: (body: unknown) => Promise<void>,
): Promise<void> {
  const { data } = sqsEvent.safeParse(event);
  if (data === undefined) return work(event);
  for (const { body, receiptHandle, attributes } of data.Records) {
    const hide = () => showAgainAfter(hiddenSeconds, receiptHandle, queue);
    await hide();
    const stop = everyRenewal(hide);
    try {
      await work(contentOf(body));
    } catch (error) {
      await stop();
      await showAgainAfter(waitSeconds(attributes.ApproximateReceiveCount), receiptHandle, queue);
      throw error;
    } finally {
      await stop();
    }
  }
}

/** Pause before a message whose function found no free execution. */
const refusedSeconds = 10;

/**
 * Handles a message by another function, with the role of that function. While this one waits for it, the message counts as
 * one in progress, so that the maximum concurrency of the queue limits both. Without a free execution the message is queued
 * again, which is no failed attempt.
 *
 * @throws Error if the function ended without a result, so that the message is repeated
 */
export async function passOn(
  event: object,
  { function: name, until }: Pick<FunctionCall, 'function' | 'until'>,
  queue: WorkQueue,
): Promise<void> {
  const outcome = await callFunction({ function: name, event, until });
  if (outcome === 'failed') throw new Error('The function of the message ended without a result');
  if (outcome === 'refused') {
    logger.warn('The function of the message has no free execution and runs later');
    await queue.add(event, refusedSeconds);
  }
}

/** Replaces the parser's error, because it quotes the text, which may contain personal data. */
function contentOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('The message is not JSON');
  }
}

const waitSeconds = (receives: number): number => Math.min(900, 60 * 2 ** (receives - 1));

/** If this fails, the visibility timeout of the queue applies. */
async function showAgainAfter(seconds: number, receipt: string, queue: WorkQueue): Promise<void> {
  try {
    await queue.showAgain(receipt, seconds);
  } catch {
    logger.warn('The visibility timeout of the queue applies to a message');
  }
}
