/** Days between ISO dates, and the local day and time of a payer. */

/** Whole days from one ISO date to another, negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** Returns the ISO date `days` before a date. */
export function daysBefore(date: string, days: number): string {
  return new Date((dayNumber(date) - days) * 86_400_000).toISOString().substring(0, 10);
}

/** Full years of age on a day. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.substring(0, 4)) - Number(birthDate.substring(0, 4));
  return day.substring(5) < birthDate.substring(5) ? years - 1 : years;
}

/** The date in a time zone as YYYY-MM-DD. */
export function dayInZone(timeZone: string, moment: Date): string {
  return localTimestamp(timeZone, moment).replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
}

/** The wall clock in a time zone as CCYYMMDDHHMMSS followed by the milliseconds: 17 digits, which sort by time. */
export function localTimestamp(timeZone: string, moment: Date): string {
  const parts = new Map<string, string>(
    formatter(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const milliseconds = String(moment.getUTCMilliseconds()).padStart(3, '0');
  return (
    ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) => parts.get(type)).join('') +
    milliseconds
  );
}

/** By zone, because making one takes longer than reading a file of one claim. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const made = formatters.get(timeZone);
  if (made !== undefined) return made;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, format);
  return format;
}

function dayNumber(date: string): number {
  const year = Number(date.substring(0, 4));
  const month = Number(date.substring(5, 7));
  const day = Number(date.substring(8, 10));
  return Date.UTC(year, month - 1, day) / 86_400_000;
}
