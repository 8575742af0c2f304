import { addDays, addMonths, daysBetween, firstOfMonth } from '#calendar/days.ts';
import type { AnalyticsQuery } from '#commerce/reports/contract.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { type Bucket, type Period, wholeOf } from './buckets.ts';

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
