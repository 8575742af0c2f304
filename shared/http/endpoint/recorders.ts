import type { Activity } from '#commerce/reports/contract.ts';
import { activities } from '#commerce/reports/records.ts';
import { hasSubscribers } from '#commerce/webhooks/records.ts';
import type { ActivityEvent, OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { logger, metrics } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  outboxAction,
  outboxShardOf,
  recordEvents,
  wakeForOutbox,
  wakeForWork,
} from '#store/commerce/work/outbox.ts';
import { putItem } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

/** What an operation records beside its own records, for endpoints that declare `wakesWorkers` or `recordsActivity`. */
export interface Recorders {
  /** The action that stores an event in the transaction of the operation, so neither exists without the other. */
  recordActivity(brandId: string, event: ActivityEvent): readonly TransactAction[];
  /** Stores the event of an operation without a transaction. Never fails the request. */
  noteActivity(brandId: string, event: ActivityEvent): Promise<void>;
  /**
   * The action that records outgoing events in the transaction of the operation. It is one action for all events of the
   * transaction. The endpoint declares `wakesWorkers`.
   */
  recordEvents(brandId: string, events: readonly OutgoingEvent[]): readonly TransactAction[];
  /**
   * Wakes the worker of work that the operation has scheduled, at its time. The endpoint declares `wakesWorkers`.
   * Never fails the request.
   */
  wakeFor(work: WorkMessage, due: Date): Promise<void>;
}

/**
 * Recorders of one attempt at an operation. `finish` counts the recorded activity and wakes the workers of the recorded events. Call it
 * after the attempt has succeeded. It never fails the request.
 */
export function recorders(surroundings: {
  readonly now: Date;
  newId(): string;
}): Recorders & { finish(): Promise<void> } {
  const { now, newId } = surroundings;
  const recorded: { readonly brandId: string; readonly shard: number }[] = [];
  const names: ActivityEvent['event'][] = [];
  const activityOf = (brand_id: string, event: ActivityEvent): Activity => {
    names.push(event.event);
    return { id: newId(), brand_id, created_at: now.toISOString(), ...event };
  };
  const wakeForEvents = async () => {
    for (const { brandId, shard } of recorded) {
      if (await hasSubscribers(brandId)) await wakeForOutbox(shard);
    }
  };
  return {
    recordActivity: (brandId, event) => [activities.put(activityOf(brandId, event))],
    async noteActivity(brandId, event) {
      const activity = activityOf(brandId, event);
      try {
        await putItem(commerceTable, { Item: activities.item(activity) });
      } catch (error) {
        const failure = error instanceof Error ? error.name : 'unknown';
        logger.error('Activity not stored', { event: activity.event, brand_id: brandId, failure });
      }
    },
    recordEvents(brandId, events) {
      if (events.length === 0) return [];
      const id = newId();
      recorded.push({ brandId, shard: outboxShardOf(id) });
      return [outboxAction({ id, events: recordEvents(brandId, events, surroundings) })];
    },
    wakeFor: (work, due) => withoutFailure(wakeForWork(work, due, now)),
    finish() {
      for (const name of names) metrics.addMetric(name, 'Count', 1);
      return withoutFailure(wakeForEvents());
    },
  };
}

/** Waits for the waking of workers, which may fail. */
async function withoutFailure(waking: Promise<void>): Promise<void> {
  try {
    await waking;
  } catch {
    logger.warn('A worker was not woken; the schedule wakes it');
  }
}
