import { ApiError } from '#contract/errors.ts';
import { addDays, instantOf, localDay } from '../local-time.ts';

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
    start: instantOf(from, '00:00', timeZone),
    end: instantOf(next, '00:00', timeZone),
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

/** A calendar month with the moments at which it begins and ends. */
export interface Month {
  readonly month: string;
  readonly start: Date;
  readonly end: Date;
}

/** The months from one to another, both included. */
export function monthsBetween(from: string, to: string, timeZone: string): readonly Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = followingMonth(month)) {
    months.push({
      month,
      start: instantOf(`${month}-01`, '00:00', timeZone),
      end: instantOf(`${followingMonth(month)}-01`, '00:00', timeZone),
    });
  }
  return months;
}

function followingMonth(month: string): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  const [nextYear, nextIndex] = index === 12 ? [year + 1, 1] : [year, index + 1];
  return `${String(nextYear).padStart(4, '0')}-${String(nextIndex).padStart(2, '0')}`;
}
