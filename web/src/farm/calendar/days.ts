/** A day of a calendar, YYYY-MM-DD, without a time zone. */
export type Day = string;

const dayMs = 86_400_000;

/** The day that it is now in a time zone. */
export const todayIn = (timeZone: string): Day => dayIn(new Date(), timeZone);

/** The day of a moment in a time zone. */
export function dayIn(moment: Date, timeZone: string): Day {
  // The Canadian form of a date is YYYY-MM-DD.
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
}

/** The day so many days later, or earlier if negative. */
export const addDays = (day: Day, days: number): Day => ofUtc(utcOf(day) + days * dayMs);

/** The same day so many months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return ofUtc(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)));
}

/** The Monday of the week of a day. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7));

/** The first day of the month of a day. */
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The moment at which a day begins in a time zone. */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = utcOf(day);
  // The offset at the guess can differ from the offset at the result on days when the clocks change.
  const guess = midnight - offsetMs(midnight, timeZone);
  return new Date(midnight - offsetMs(guess, timeZone));
}

/** Whether a text is a day, for values of an address. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function offsetMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - moment;
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

const ofUtc = (milliseconds: number): Day => new Date(milliseconds).toISOString().slice(0, 10);

function partsOf(day: Day): { readonly year: number; readonly month: number; readonly date: number } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, date };
}
