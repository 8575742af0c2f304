import { forEachMessage } from '#events/queue-messages.ts';
import type { InvocationTime } from '#events/remaining-time.ts';
import { publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { passMessage } from '#work/pass-message.ts';
import { runOf } from '#work/run-work.ts';

const queue = ownWorkQueue();

/** Takes the messages of the queue of all workers: passes events to their consumers, and other work to its worker. */
export async function handler(event: unknown, invocation: InvocationTime): Promise<void> {
  const run = runOf(invocation);
  try {
    await forEachMessage(event, queue, (body) => passMessage(body, run, queue));
  } finally {
    publishMetrics();
  }
}
