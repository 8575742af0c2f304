import { recordEvents } from '#commerce/work/record-events.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { WorkRun } from './run-work.ts';

/** Records outgoing events in the transactions of a run. */
export function recorderOf(run: WorkRun) {
  const shards = new Set<number>();
  return {
    /** The action that records these events, for their transaction. */
    record(brandId: string, events: readonly OutgoingEvent[]): readonly TransactAction[] {
      if (events.length === 0) return [];
      const id = run.newId();
      shards.add(outboxShardOf(id));
      const surroundings = { now: run.now(), newId: run.newId };
      return [outboxAction({ id, events: recordEvents(brandId, events, surroundings) })];
    },
    /** Has the recorded events passed on. Call it after the transaction. */
    async wake(): Promise<void> {
      for (const shard of shards) await wakeForOutbox(shard);
    },
  };
}
