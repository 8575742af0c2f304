import type { OutboxMessage, WorkMessage } from '#contract/commerce/work.ts';
import { openWorkQueue } from '../../adapters/work-queue.ts';

/** Maximum delay of a message in SQS. Later work is found by the schedule. */
const maxDelaySeconds = 900;

/** Wakes the worker of this work at its time, if that is within 15 minutes. The schedule finds work of lost messages. */
export async function wakeForWork({ kind, key }: WorkMessage, due: Date, now: Date): Promise<void> {
  const seconds = Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));
  if (seconds > maxDelaySeconds) return;
  await workQueue().add({ kind, key } satisfies WorkMessage, seconds);
}

/** Wakes the worker that passes the events of a shard to their consumers. */
export const wakeForOutbox = (shard: number): Promise<void> =>
  workQueue().add({ shard } satisfies OutboxMessage);

function workQueue() {
  const url = process.env['WORK_QUEUE'];
  if (!url) throw new Error('This function does not declare that it wakes workers');
  return openWorkQueue(url);
}
