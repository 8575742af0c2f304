import { forEachMessage } from '#events/queue-messages.ts';
import type { InvocationTime } from '#events/remaining-time.ts';
import { publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue } from '#store/adapters/work-queue.ts';
import { dispatchEvents } from '#work/dispatch-events.ts';
import { eventConsumers } from '#work/event-consumers.ts';
import { runOf } from '#work/run-work.ts';

const queue = ownWorkQueue();

/** Passes recorded events to their consumers. A message names a shard of the outbox. */
export async function handler(event: unknown, invocation: InvocationTime): Promise<void> {
  const run = runOf(invocation);
  try {
    await forEachMessage(event, queue, (body) => dispatchEvents(body, eventConsumers, run));
  } finally {
    publishMetrics();
  }
}
