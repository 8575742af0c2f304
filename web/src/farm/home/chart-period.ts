import { addDays, addMonths, type Day, firstOfMonth, mondayOf } from '#calendar/days.ts';
import type { Interval } from '#commerce/reports/analytics-reply.ts';
import type { FiguresPeriod } from '../analytics/figures.ts';

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
