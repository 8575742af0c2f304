import { addDays, addMonths, type Day, firstOfMonth, mondayOf } from '#calendar/days.ts';
import type { Interval } from '#contract/commerce/analytics.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { type FiguresName, type FiguresOf, type FiguresPeriod, readFigures } from '../analytics/figures.ts';

/** A period up to today, and the period before it. */
export interface ComparedPeriods {
  readonly current: FiguresPeriod;
  readonly before: FiguresPeriod;
}

/**
 * The periods of the charts: 30 days, 13 weeks or 12 months. Both periods have the same number of buckets, and both last
 * buckets end on the same day of the week or month, so that an unfinished week is compared with as many days.
 */
export function comparedPeriods(interval: Interval, today: Day): ComparedPeriods {
  const { from, back } = periodsOf[interval](today);
  return {
    current: { from, to: today, interval },
    before: { from: back(from), to: back(today), interval },
  };
}

const periodsOf: Readonly<
  Record<Interval, (today: Day) => { readonly from: Day; readonly back: (day: Day) => Day }>
> = {
  day: (today) => ({ from: addDays(today, -29), back: (day) => addDays(day, -30) }),
  week: (today) => ({ from: addDays(mondayOf(today), -12 * 7), back: (day) => addDays(day, -13 * 7) }),
  month: (today) => ({ from: addMonths(firstOfMonth(today), -11), back: (day) => addMonths(day, -12) }),
};

/** Figures of a period and, if they are compared, of the period before. */
export interface ComparedFigures<Name extends FiguresName> {
  readonly current: FiguresOf<Name>;
  readonly before: FiguresOf<Name> | undefined;
}

/** What every chart gets. */
export interface ChartProps {
  readonly periods: ComparedPeriods;
  readonly isCompared: boolean;
}

/** Reads the figures of a chart. */
export function useComparedFigures<Name extends FiguresName>(
  name: Name,
  brandId: string,
  { periods: { current, before }, isCompared }: ChartProps,
): Query<ComparedFigures<Name>> {
  const key = `home/${name}?from=${current.from}&to=${current.to}&by=${current.interval}&compare=${isCompared}`;
  const read = async () => {
    const [now, earlier] = await Promise.all([
      readFigures(name, brandId, current),
      isCompared ? readFigures(name, brandId, before) : undefined,
    ]);
    return { current: now, before: earlier };
  };
  return useQuery(key, read, { awaited: false });
}

/** The change as a ratio: 0.25 is a quarter more; undefined if there is nothing to compare with. */
export const ratioOf = (current: number, before: number | undefined): number | undefined =>
  before === undefined || before === 0 ? undefined : current / before - 1;
