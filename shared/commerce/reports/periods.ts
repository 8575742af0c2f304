import { addDays, addMonths, daysBetween, firstOfMonth, mondayOf } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';
import type { Brand } from '#commerce/brands/contract.ts';
import type { Interval } from './analytics-reply.ts';
import type { AnalyticsQuery } from './contract.ts';

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

type Settings = Pick<Brand, 'id' | 'time_zone' | 'currency'>;

export const periodOf = ({ time_zone }: Settings, { from, to }: AnalyticsQuery): Period => ({
  timeZone: time_zone,
  from,
  to,
});

/** The period of as many days just before. */
export function previousPeriod({ timeZone, from, to }: Period): Period {
  const days = daysBetween(from, to) + 1;
  return { timeZone, from: addDays(from, -days), to: addDays(from, -1) };
}

/** The months of the first and the last day, as a whole. */
export const wholeMonths = ({ timeZone, from, to }: Period): Period => ({
  timeZone,
  from: firstOfMonth(from),
  to: addDays(addMonths(firstOfMonth(to), 1), -1),
});

/** Members of every kind of figures. */
export function periodJson(brand: Settings, period: Period) {
  const { start, end } = wholeOf(period);
  return {
    brand_id: brand.id,
    time_zone: brand.time_zone,
    currency: brand.currency,
    from: period.from,
    to: period.to,
    start: timeText(start),
    end: timeText(end),
  };
}

/** The buckets with what `figuresOf` gives for each. */
export const seriesOf = <T extends object>(
  buckets: readonly Bucket[],
  figuresOf: (index: number) => T,
): readonly ({ date: string; start: string; end: string } & T)[] =>
  buckets.map(({ date, start, end }, index) => ({
    date,
    start: timeText(start),
    end: timeText(end),
    ...figuresOf(index),
  }));

const timeText = (at: number): string => new Date(at).toISOString();
