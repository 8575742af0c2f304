import { recordEvents } from '#commerce/work/record-events.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { logger } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { hasSubscribers } from '#store/commerce/webhooks/subscribers.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox, wakeForWork } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

export interface EventRecorder {
  /**
   * The action that records outgoing events in the transaction of the operation. It is one action for all events of the
   * transaction. The endpoint declares `wakes: ['dispatch-events']`.
   */
  recordEvents(brandId: string, events: readonly OutgoingEvent[]): readonly TransactAction[];
  /**
   * Wakes the worker of work that the operation has scheduled, at its time. The endpoint declares the worker in `wakes`.
   * Never fails the request.
   */
  wakeFor(work: WorkMessage, due: Date): Promise<void>;
  /** Wakes the worker for the recorded events. Call it after the operation has succeeded. Never fails the request. */
  wakeForEvents(): Promise<void>;
}

export function eventRecorder(surroundings: { readonly now: Date; newId(): string }): EventRecorder {
  const recorded: Recorded[] = [];
  return {
    recordEvents(brandId, events) {
      if (events.length === 0) return [];
      const id = surroundings.newId();
      recorded.push({ brandId, shard: outboxShardOf(id) });
      return [outboxAction({ id, events: recordEvents(brandId, events, surroundings) })];
    },
    wakeFor: (work, due) => withoutFailure(wakeForWork(work, due, surroundings.now)),
    wakeForEvents: () => withoutFailure(wakeForRecorded(recorded)),
  };
}

interface Recorded {
  readonly brandId: string;
  readonly shard: number;
}

async function wakeForRecorded(recorded: readonly Recorded[]): Promise<void> {
  for (const { brandId, shard } of recorded) {
    if (await hasSubscribers(commerceTable, brandId)) await wakeForOutbox(shard);
  }
}

async function withoutFailure(waking: Promise<void>): Promise<void> {
  try {
    await waking;
  } catch {
    logger.warn('A worker was not woken; the schedule wakes it');
  }
}
