import type { ActivityEvent } from '#contract/commerce/activity.ts';
import { logger, metrics } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { activityAction, insertActivity } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';

/** The analytics events of one request (spec, "Events"). */
export interface ActivityRecorder {
  /**
   * Actions that store an event of a write. They belong in the operation's own transaction: neither the work nor its
   * event exists without the other.
   */
  recordActivity(brandId: string, event: ActivityEvent): readonly TransactAction[];
  /** Stores an event of an operation that writes nothing else. Never fails the request. */
  noteActivity(brandId: string, event: ActivityEvent): Promise<void>;
  /** Counts the recorded events as metrics, once the operation has succeeded. */
  countActivity(): void;
}

/** Collects the events of a request that came at `now`. */
export function activityAt(now: Date): ActivityRecorder {
  const recorded: ActivityEvent['event'][] = [];
  return {
    recordActivity(brandId, event) {
      recorded.push(event.event);
      return [activityAction(brandId, event, { id: newId(now), now })];
    },
    async noteActivity(brandId, event) {
      recorded.push(event.event);
      try {
        await insertActivity(commerceTable, brandId, event, { id: newId(now), now });
      } catch (error) {
        logger.error('Activity not stored', {
          event: event.event,
          brand_id: brandId,
          failure: error instanceof Error ? error.name : 'unknown',
        });
      }
    },
    countActivity() {
      for (const name of recorded) metrics.addMetric(name, 'Count', 1);
    },
  };
}
