import { addDays, addMonths, firstOfMonth, mondayOf } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';

export type Interval = 'day' | 'week' | 'month';

/** Days of a brand, in its time zone. Both dates belong to the period. */
export interface Period {
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
}

/** A part of a period, from `start` to just before `end` (milliseconds UTC). */
export interface Bucket {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The buckets of a period, without gaps, in order. Weeks begin on Monday. The first and the last bucket end with the period,
 * so they may be shorter.
 */
export function bucketsOf({ timeZone, from, to }: Period, interval: Interval): readonly Bucket[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = nextBucket(date, interval)) dates.push(date);
  const starts = [...dates, addDays(to, 1)].map((date) => startOfDay(date, timeZone).getTime());
  return dates.map((date, index) => ({ date, start: starts[index] ?? 0, end: starts[index + 1] ?? 0 }));
}

function nextBucket(date: string, interval: Interval): string {
  if (interval === 'day') return addDays(date, 1);
  if (interval === 'month') return addMonths(firstOfMonth(date), 1);
  return addDays(mondayOf(date), 7);
}

/** The whole period as one bucket. */
export const wholeOf = ({ timeZone, from, to }: Period): Bucket => ({
  date: from,
  start: startOfDay(from, timeZone).getTime(),
  end: startOfDay(addDays(to, 1), timeZone).getTime(),
});

/** The index of the bucket that has the moment; -1 outside the period. */
export function bucketAt(buckets: readonly Bucket[], at: number): number {
  let [low, high] = [0, buckets.length - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const bucket = buckets[middle];
    if (bucket === undefined) return -1;
    if (at < bucket.start) high = middle - 1;
    else if (at >= bucket.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
