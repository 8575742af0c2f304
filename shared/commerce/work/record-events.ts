import type { OutgoingEvent, RecordedEvent } from '#contract/commerce/events.ts';

/** Far below the 20 kB of a webhook, so that 100 events fit an item of 400 kB. */
const maxDataLength = 3000;

/**
 * The events of a brand as they are recorded: each with its id and time.
 *
 * @throws RangeError for data that is more than ids and facts
 */
export const recordEvents = (
  brand_id: string,
  events: readonly OutgoingEvent[],
  { now, newId }: { readonly now: Date; newId(): string },
): readonly RecordedEvent[] =>
  events.map(({ type, data }) => {
    if (JSON.stringify(data).length > maxDataLength) throw new RangeError(`The data of ${type} is too long`);
    return { id: newId(), brand_id, type, created_at: now.toISOString(), data };
  });
