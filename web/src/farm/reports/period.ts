import { addDays, addMonths, type Day, firstOfMonth } from '#calendar/days.ts';

/** Periods that an accountant asks for, in the order of the page. */
export const periodNames = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const;

type PeriodName = (typeof periodNames)[number];

/** First and last day of a period. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** The days of a named period; a period that runs ends today. */
export function daysOf(name: PeriodName, today: Day): Days {
  const month = firstOfMonth(today);
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3));
  const year = `${today.slice(0, 4)}-01-01`;
  switch (name) {
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return upTo(addMonths(month, -1), month);
    case 'this_quarter':
      return { from: quarter, to: today };
    case 'last_quarter':
      return upTo(addMonths(quarter, -3), quarter);
    case 'this_year':
      return { from: year, to: today };
    case 'last_year':
      return upTo(addMonths(year, -12), year);
  }
}

const upTo = (from: Day, next: Day): Days => ({ from, to: addDays(next, -1) });
