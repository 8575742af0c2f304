const minute = 60_000;
const day = 24 * 60 * minute;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
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

/** The wall clock of a time zone at an instant, as if it were UTC, in milliseconds. */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const offsetAt = (instant: number, timeZone: string): number =>
  wallClock(instant, timeZone) - Math.floor(instant / 1000) * 1000;

/**
 * The instant of a time of day (`HH:MM`) on a day (`YYYY-MM-DD`) in a time zone. Of a time that occurs twice it is the
 * first. A time that the clocks skip is moved forward by the length of the gap.
 */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const local = Date.parse(`${date}T${time}:00Z`);
  const [before, after] = [offsetAt(local - day, timeZone), offsetAt(local + day, timeZone)];
  const candidates = [local - before, local - after].filter(
    (instant) => wallClock(instant, timeZone) === local,
  );
  return new Date(candidates.length > 0 ? Math.min(...candidates) : local - before);
}

/** The day (`YYYY-MM-DD`) in a time zone at an instant. */
export const localDay = (instant: Date, timeZone: string): string =>
  new Date(wallClock(instant.getTime(), timeZone)).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The calendar day that is so many days after another. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** 0 for Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
