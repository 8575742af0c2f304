import { addDays, addMonths, daysBetween, firstOfMonth, mondayOf } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';
import { ApiError } from '#contract/errors.ts';
import type { Brand } from '../brands/contract.ts';
import { type Cents, isExactAmount, toDecimalNumber } from '../money.ts';
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

/** Offsets of time zones are whole quarter hours, so a quarter hour of UTC belongs to one local day. */
export const quarterMilliseconds = 15 * 60_000;
export const quartersOfDay = 96;

export type Counts<Counter extends string> = Readonly<Partial<Record<Counter, bigint>>>;
export type Totals<Counter extends string> = Readonly<Record<Counter, bigint>>;

/** Stored figures of one UTC day, or of a shard of it: the whole day, and each quarter hour that has figures. */
export interface DayFigures<Counter extends string> {
  readonly day: string;
  readonly whole: Counts<Counter>;
  readonly quarters: ReadonlyMap<number, Counts<Counter>>;
}

/** The quarter hour of the UTC day of a time as the service writes it: 0 to 95. */
export const quarterOf = (time: string): number =>
  Number(time.slice(11, 13)) * 4 + Math.floor(Number(time.slice(14, 16)) / 15);

/**
 * The attribute of a counter in a quarter hour. The name is short, because DynamoDB counts names as data. Changing a letter
 * requires a rebuild.
 */
export const quarterAttribute = (quarter: number, letter: string): string => `${quarter}${letter}`;

/** Adds stored figures up for each bucket. A day within one bucket needs no quarter hours. */
export function sumByBucket<Counter extends string>(
  buckets: readonly Bucket[],
  days: Iterable<DayFigures<Counter>>,
  counters: readonly Counter[],
): readonly Totals<Counter>[] {
  const sums = buckets.map(() => zeroes(counters));
  const add = (index: number, counts: Counts<Counter>) => {
    const sum = sums[index];
    if (sum === undefined) return;
    for (const counter of counters) sum[counter] += counts[counter] ?? 0n;
  };
  for (const { day, whole, quarters } of days) {
    const midnight = Date.parse(day);
    const first = bucketAt(buckets, midnight);
    if (first === bucketAt(buckets, midnight + quartersOfDay * quarterMilliseconds - 1) && first >= 0) {
      add(first, whole);
      continue;
    }
    const at = (quarter: number) => bucketAt(buckets, midnight + quarter * quarterMilliseconds);
    for (const [quarter, counts] of quarters) add(at(quarter), counts);
  }
  return sums;
}

/** The sum over all buckets. */
export function totalOf<Counter extends string>(
  sums: readonly Totals<Counter>[],
  counters: readonly Counter[],
): Totals<Counter> {
  const total = zeroes(counters);
  for (const sum of sums) for (const counter of counters) total[counter] += sum[counter];
  return total;
}

const zeroes = <Counter extends string>(counters: readonly Counter[]): Record<Counter, bigint> =>
  Object.fromEntries(counters.map((counter) => [counter, 0n])) as Record<Counter, bigint>;

/** @throws ApiError figures_too_large when a JSON number cannot hold the amount exactly */
export function amount(cents: Cents): number {
  if (!isExactAmount(cents)) throw new ApiError('figures_too_large');
  return toDecimalNumber(cents);
}

/** @throws ApiError figures_too_large when a JSON number cannot hold the figure exactly */
export function count(figure: bigint): number {
  if (figure > Number.MAX_SAFE_INTEGER) throw new ApiError('figures_too_large');
  return Number(figure);
}

const ratioScale = 10_000n;

/** part / whole with four decimals, rounded half away from zero; null for a whole of zero or less. */
export function ratio(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null;
  const size = part < 0n ? -part : part;
  const scaled = (2n * size * ratioScale + whole) / (2n * whole);
  return Number(part < 0n ? -scaled : scaled) / Number(ratioScale);
}

/** Growth from an earlier figure to a later one: 0.25 is a quarter more. Null without an earlier figure. */
export const growth = (later: bigint, earlier: bigint): number | null => ratio(later - earlier, earlier);

/** Cents per unit, rounded half up; 0 without units. */
export const perUnit = (cents: Cents, units: bigint): Cents =>
  units > 0n ? (2n * cents + units) / (2n * units) : 0n;
