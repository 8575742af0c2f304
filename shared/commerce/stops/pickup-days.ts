import { addDays, weekdayOf } from '#calendar/days.ts';
import { instantOf, localDay } from '#calendar/time-zone.ts';
import { type PickupDay, type Stop, weekdays } from '#contract/commerce/stop-fields.ts';

/** A pickup day, without its orders. */
export type OpenDay = Pick<PickupDay, 'date' | 'hours' | 'opens_at' | 'cut_off'>;

const horizonDays = 366;

/** The pickup day of a stop on this date; undefined for a date without pickup. */
export function pickupDayOn(stop: Stop, date: string, timeZone: string): OpenDay | undefined {
  if (!stop.is_active || stop.closed_dates?.includes(date)) return undefined;
  const weekday = weekdays[weekdayOf(date)];
  const hours = stop.hours
    .filter((one) => one.weekday === weekday)
    .map(({ opens, closes }) => ({ opens, closes }))
    .sort((a, b) => (a.opens < b.opens ? -1 : 1));
  const [first] = hours;
  if (first === undefined) return undefined;
  const { days_before, time } = stop.cut_off ?? { days_before: 0, time: first.opens };
  return {
    date,
    hours,
    opens_at: instantOf(date, first.opens, timeZone).toISOString(),
    cut_off: instantOf(addDays(date, -days_before), time, timeZone).toISOString(),
  };
}

/** The next days whose cut-off has not passed, earliest first, of the next year. */
export function nextPickupDays(
  stop: Stop,
  { now, timeZone, limit }: { readonly now: Date; readonly timeZone: string; readonly limit: number },
): readonly OpenDay[] {
  const today = localDay(now, timeZone);
  const found: OpenDay[] = [];
  for (let ahead = 0; ahead <= horizonDays && found.length < limit; ahead++) {
    const day = pickupDayOn(stop, addDays(today, ahead), timeZone);
    if (day !== undefined && isOpen(day, now)) found.push(day);
  }
  return found;
}

/** Whether the day still takes orders. */
export const isOpen = ({ cut_off }: OpenDay, now: Date): boolean => now.getTime() < Date.parse(cut_off);
