import { type ActivityRecorder, activityRecorder } from '#commerce/activity.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { logger, metrics } from '#observability/logger.ts';
import { activityAction, insertActivity } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { hasSubscribers } from '#store/commerce/webhooks/subscribers.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox, wakeForWork } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

/** What an operation records beside its own records, for endpoints that declare `wakesWorkers` or `recordsActivity`. */
export interface Recorders extends Omit<ActivityRecorder<TransactAction>, 'countActivity'> {
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

const activityStore = {
  writeOf: activityAction,
  insert: (activity: Parameters<typeof activityAction>[0]) => insertActivity(commerceTable, activity),
};

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
  const { countActivity, ...activity } = activityRecorder(activityStore, {
    now,
    newId,
    onEvent: (name) => metrics.addMetric(name, 'Count', 1),
    onLost: ({ event, brand_id }, error) =>
      logger.error('Activity not stored', {
        event,
        brand_id,
        failure: error instanceof Error ? error.name : 'unknown',
      }),
  });
  const wakeForEvents = async () => {
    for (const { brandId, shard } of recorded) {
      if (await hasSubscribers(commerceTable, brandId)) await wakeForOutbox(shard);
    }
  };
  return {
    ...activity,
    recordEvents(brandId, events) {
      if (events.length === 0) return [];
      const id = newId();
      recorded.push({ brandId, shard: outboxShardOf(id) });
      return [outboxAction({ id, events: recordEvents(brandId, events, surroundings) })];
    },
    wakeFor: (work, due) => withoutFailure(wakeForWork(work, due, now)),
    finish() {
      countActivity();
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
