import { addDays, type Day, mondayOf } from '#calendar/days.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { readFigures } from '../analytics/figures.ts';

/** Revenue of a week up to a day of the week. */
interface WeekFigures {
  readonly net: number;
  readonly orders: number;
}

/** This week up to today, and last week up to the same day of the week. */
export interface TwoWeeks {
  readonly current: WeekFigures;
  readonly before: WeekFigures;
}

/** Reads this week and last week with one request. */
export function useTwoWeeks(brandId: string, today: Day): Query<TwoWeeks> {
  return useQuery(`home/week?today=${today}`, async () => {
    const monday = mondayOf(today);
    const lastMonday = addDays(monday, -7);
    const period = { from: lastMonday, to: today, interval: 'day' } as const;
    const { series } = await readFigures('revenue', brandId, period);
    const sum = (from: Day, to: Day): WeekFigures => {
      const days = series.filter(({ date }) => date >= from && date <= to);
      return {
        net: days.reduce((total, { net }) => total + net, 0),
        orders: days.reduce((total, { order_count }) => total + order_count, 0),
      };
    };
    return { current: sum(monday, today), before: sum(lastMonday, addDays(today, -7)) };
  });
}
