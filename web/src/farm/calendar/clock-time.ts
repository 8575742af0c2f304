import { instantOf, wallClock } from '#calendar/time-zone.ts';

/** The clock time of a moment in a time zone, as a field for date and time has it: 2026-03-02T15:04. */
export const clockTime = (moment: Date, timeZone: string): string =>
  wallClock(moment, timeZone).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** The moment of a clock time in a time zone; undefined if the text is no time. */
export function momentOf(clock: string, timeZone: string): Date | undefined {
  const [day = '', time = ''] = clock.split('T');
  const moment = instantOf(day, time, timeZone);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
