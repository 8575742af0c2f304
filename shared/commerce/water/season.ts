import { addDays, monthAfter } from '#calendar/days.ts';
import { localDay, startOfDay } from '#calendar/time-zone.ts';
import { ApiError } from '#contract/errors.ts';

/** A season: a year from its first day on, in the time zone of the brand. */
export interface Season {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  /** The moments at which it begins, and at which the next one begins. */
  readonly start: Date;
  readonly end: Date;
}

/** The season that begins in a year. `firstDay` is month and day. */
export function seasonOf(year: number, firstDay: string, timeZone: string): Season {
  const dayIn = (of: number) => `${String(of).padStart(4, '0')}-${firstDay}`;
  const [from, next] = [dayIn(year), dayIn(year + 1)];
  return {
    from,
    to: addDays(next, -1),
    start: startOfDay(from, timeZone),
    end: startOfDay(next, timeZone),
  };
}

/** The season at a moment. */
export function seasonAt(now: Date, firstDay: string, timeZone: string): Season {
  const today = localDay(now, timeZone);
  const year = Number(today.slice(0, 4));
  return seasonOf(today.slice(5) >= firstDay ? year : year - 1, firstDay, timeZone);
}

/**
 * Refuses to change an entry of an earlier season, because the authority may have its figures.
 *
 * @throws ApiError season_closed
 */
export function requireOpenSeason(season: Season, ...times: readonly string[]): void {
  const start = season.start.toISOString();
  if (times.some((time) => time < start)) throw new ApiError('season_closed');
}

/** A clock that is wrong, or a time without its zone, is a day ahead at most. A mistyped year is more. */
const maxAheadMilliseconds = 24 * 3600 * 1000;

/** @throws ApiError validation_failed for a time a day or more in the future */
export function requireNotFuture(time: string | undefined, member: string, now: Date): void {
  if (time === undefined || Date.parse(time) <= now.getTime() + maxAheadMilliseconds) return;
  const message = 'Expected a time that is not in the future; check the year';
  throw new ApiError('validation_failed', {
    details: [{ path: ['body', member], message, code: 'in_future' }],
  });
}

/** A calendar month with the moments at which it begins and ends. */
export interface Month {
  readonly month: string;
  readonly start: Date;
  readonly end: Date;
}

/** The months from one to another, both included. */
export function monthsBetween(from: string, to: string, timeZone: string): readonly Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = monthAfter(month, 1)) {
    months.push({
      month,
      start: startOfDay(`${month}-01`, timeZone),
      end: startOfDay(`${monthAfter(month, 1)}-01`, timeZone),
    });
  }
  return months;
}
