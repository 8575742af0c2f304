// The calendar of the brand, by other means than those of the service: offsets of Intl, and dates of the Swedish locale.

export const timeZone = 'America/Denver';

const dayMilliseconds = 86_400_000;

const offsetFormat = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
const dateFormat = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });

function offsetAt(time: number): number {
  const name = offsetFormat.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The moment of a wall-clock time such as `2030-03-10T00:30`. */
export function momentOf(local: string): Date {
  const time = Date.parse(`${local}Z`);
  return new Date(time - offsetAt(time - offsetAt(time)));
}

/** The local date of a moment. */
export const dateOf = (time: string | number | Date): string => dateFormat.format(new Date(time));

export const startOf = (date: string): string => momentOf(`${date}T00:00`).toISOString();

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMilliseconds).toISOString().slice(0, 10);

/** Dates from one to another, both included. */
export function datesBetween(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** The months of a year, `YYYY-MM`. */
export const monthsOf = (year: number): readonly string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
