import { receiveEvent } from '#commerce/messages/work.ts';
import { forEachMessage } from '#events/queue-messages.ts';
import type { InvocationTime } from '#events/remaining-time.ts';
import { publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { runOf } from '#work/run-work.ts';

const queue = ownWorkQueue();

/** Records what the providers report about messages, and the replies to text messages. */
export async function handler(event: unknown, invocation: InvocationTime): Promise<void> {
  const run = runOf(invocation);
  try {
    await forEachMessage(event, queue, (body) => receiveEvent(body, run));
  } finally {
    publishMetrics();
  }
}
