import type { RecordedEvent } from '#contract/commerce/events.ts';
import type { WorkRun } from './run-work.ts';

/**
 * Takes the events of one operation. It is called at least once, and again if another consumer fails or a run is killed, so
 * it must be idempotent: writes are conditional on ids that derive from the id of the event.
 */
export type EventConsumer = (events: readonly RecordedEvent[], run: WorkRun) => Promise<void>;
