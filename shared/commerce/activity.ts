import type { Activity } from '#commerce/reports/contract.ts';
import type { ActivityEvent } from '#contract/commerce/events.ts';

/** Storage of activity. A `Write` belongs to the store; the domain passes it on. */
export interface ActivityStore<Write> {
  /** The write that stores the activity, for the transaction of its cause. */
  writeOf(activity: Activity): Write;
  /** Stores the activity by itself. */
  insert(activity: Activity): Promise<void>;
}

export interface ActivityRecorder<Write> {
  /** The writes that store an event in the transaction of the operation, so neither exists without the other. */
  recordActivity(brandId: string, event: ActivityEvent): readonly Write[];
  /** Stores the event of an operation without a transaction. Never fails the request. */
  noteActivity(brandId: string, event: ActivityEvent): Promise<void>;
  /** Reports every recorded event to `onEvent`. Call it after the operation has succeeded. */
  countActivity(): void;
}

interface RecorderOptions {
  readonly now: Date;
  newId(): string;
  onEvent(name: ActivityEvent['event']): void;
  onLost(activity: Activity, error: unknown): void;
}

export function activityRecorder<Write>(
  store: ActivityStore<Write>,
  { now, newId, onEvent, onLost }: RecorderOptions,
): ActivityRecorder<Write> {
  const recorded: ActivityEvent['event'][] = [];
  const record = (brand_id: string, event: ActivityEvent): Activity => {
    recorded.push(event.event);
    return { id: newId(), brand_id, created_at: now.toISOString(), ...event };
  };
  return {
    recordActivity: (brandId, event) => [store.writeOf(record(brandId, event))],
    async noteActivity(brandId, event) {
      const activity = record(brandId, event);
      await store.insert(activity).catch((error: unknown) => onLost(activity, error));
    },
    countActivity: () => recorded.forEach(onEvent),
  };
}
