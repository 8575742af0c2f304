import type { Day } from './days.ts';

const day = 86_400_000;

/**
 * The wall clock of a time zone at an instant, in the UTC fields of a date: `toISOString()` of the result is the local date and
 * time.
 */
export const wallClock = (instant: Date, timeZone: string): Date =>
  new Date(wallTime(instant.getTime(), timeZone));

/** The day in a time zone at an instant, in the years 0000 to 9999. */
export function localDay(instant: Date, timeZone: string): Day {
  const text = wallClock(instant, timeZone).toISOString();
  if (text.startsWith('-')) return '0000-01-01';
  return text.startsWith('+') ? '9999-12-31' : text.slice(0, 'YYYY-MM-DD'.length);
}

/**
 * The instant of a time of day (`HH:MM`, also with seconds and fractions) in a time zone. Of a time that occurs twice it is the
 * first. A time that the clocks skip is moved forward by the length of the gap.
 *
 * @returns an invalid date for a text that is not a time
 */
export function instantOf(date: Day, time: string, timeZone: string): Date {
  const local = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(local)) return new Date(local);
  // No time zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(local - day, timeZone), offsetAt(local + day, timeZone)];
  const found = [local - before, local - after].filter((instant) => wallTime(instant, timeZone) === local);
  return new Date(found.length > 0 ? Math.min(...found) : local - before);
}

/**
 * The instant at which a day begins in a time zone. Where the clocks skip midnight, the day begins later, and a day that the time
 * zone skips begins with the next one.
 */
export const startOfDay = (date: Day, timeZone: string): Date => instantOf(date, '00:00', timeZone);

/** Milliseconds by which the clocks of the time zone are ahead of UTC. */
const offsetAt = (instant: number, timeZone: string): number => wallTime(instant, timeZone) - instant;

function wallTime(instant: number, timeZone: string): number {
  // A text cannot have a year before 1 or after 9999. The calendar repeats after 400 years.
  if (instant < firstYear) return wallTime(instant + calendarCycle, timeZone) - calendarCycle;
  if (instant > lastYear) return wallTime(instant - calendarCycle, timeZone) + calendarCycle;
  // American texts have the form 03/08/2026, 01:59:59. Their parts take three times as long to get.
  const [month, date, year = '', ...time] = formatOf(timeZone).format(instant).match(/\d+/g) ?? [];
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.parse(`${year.padStart(4, '0')}-${month}-${date}T${time.join(':')}Z`) + milliseconds;
}

const [firstYear, lastYear] = [Date.parse('0002-01-01'), Date.parse('9999-01-01')] as const;
const calendarCycle = 146_097 * day;

/** The first format of a time zone takes milliseconds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
