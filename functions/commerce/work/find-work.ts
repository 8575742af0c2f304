import type { InvocationTime } from '#events/remaining-time.ts';
import { metrics, publishMetrics } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { oldestEntry, outboxShards, wakeForOutbox, wakeForWork } from '#store/commerce/work/outbox.ts';
import { type FoundWork, findDueWork, hideWork } from '#store/commerce/work/work-items.ts';
import { runOf, type WorkRun } from '#work/run-work.ts';

/** The schedule runs every minute, so it also wakes for work that is due before its next run. */
const aheadMilliseconds = 60_000;

/** Time that a message has to reach its worker before the work is found again. */
const waitMilliseconds = 120_000;

const messagesAtOnce = 20;

/**
 * Wakes the workers for all work that is due, and for every shard of the outbox with events. It makes up for messages that
 * were never sent, and for killed runs: the message for work under a lease arrives when the lease ends.
 */
async function findWork(run: WorkRun): Promise<void> {
  await wakeForEvents(run.now());
  const found = findDueWork(commerceTable, new Date(run.now().getTime() + aheadMilliseconds));
  let count = 0;
  const wakeAll = async () => {
    for await (const work of found) {
      count++;
      await wake(work, run.now());
      if (run.isTimeUp()) return;
    }
  };
  await Promise.all(Array.from({ length: messagesAtOnce }, wakeAll));
  if (count > 0) metrics.addMetric('work_found', 'Count', count);
}

async function wake(work: FoundWork, now: Date): Promise<void> {
  await wakeForWork(work, work.free, now);
  const start = Math.max(now.getTime(), work.free.getTime());
  await hideWork(commerceTable, work, new Date(start + waitMilliseconds));
}

async function wakeForEvents(now: Date): Promise<void> {
  const shards = [...Array(outboxShards).keys()];
  const ages = await Promise.all(
    shards.map(async (shard) => {
      const oldest = await oldestEntry(commerceTable, shard);
      if (oldest === undefined) return 0;
      await wakeForOutbox(shard);
      const recorded = oldest.events[0]?.created_at ?? now.toISOString();
      return Math.max(0, (now.getTime() - Date.parse(recorded)) / 1000);
    }),
  );
  const oldest = Math.max(...ages);
  if (oldest > 0) metrics.addMetric('outbox_age', 'Seconds', oldest);
}

/** By schedule: wakes the workers for what is due. */
export async function handler(_event: unknown, invocation: InvocationTime): Promise<void> {
  try {
    await findWork(runOf(invocation));
  } finally {
    publishMetrics();
  }
}
