import { isBrandClosed } from '#commerce/brands/closed-records.ts';
import { outboxMessage } from '#contract/commerce/work.ts';
import { logger, metrics } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type OutboxEntry, outboxEntries, removeEntry } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox } from '#store/commerce/work/wake.ts';
import type { EventConsumer, WorkRun } from './run-work.ts';

/** Operations whose events are passed on at a time. */
const entriesAtOnce = 8;

/**
 * Passes the events of one shard of the outbox to every consumer, and removes them. An entry that fails stays and does not
 * hold up the others; the schedule tries it again.
 */
export async function dispatchEvents(
  body: unknown,
  consumers: readonly EventConsumer[],
  run: WorkRun,
): Promise<void> {
  const { shard } = outboxMessage.parse(body);
  const entries = outboxEntries(commerceTable, shard);
  let stopped = false;
  const passOn = async () => {
    for await (const entry of entries) {
      await dispatch(entry, consumers, run);
      stopped ||= run.isTimeUp();
      if (stopped) return;
    }
  };
  await Promise.all(Array.from({ length: entriesAtOnce }, passOn));
  if (stopped) await wakeForOutbox(shard);
}

async function dispatch(
  { id, events }: OutboxEntry,
  consumers: readonly EventConsumer[],
  run: WorkRun,
): Promise<void> {
  try {
    const brandId = events[0]?.brand_id;
    const isLeft = brandId !== undefined && (await isBrandClosed(commerceTable, brandId));
    // Consumers would write new records of a brand whose records are being removed.
    for (const consume of isLeft ? [] : consumers) await consume(events, run);
    await removeEntry(commerceTable, id);
  } catch (error) {
    logger.error('Events stay in the outbox', { operation: id, error });
    metrics.addMetric('event_failures', 'Count', 1);
  }
}
