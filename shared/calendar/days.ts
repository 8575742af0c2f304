/** A day of the calendar, YYYY-MM-DD, without a time zone. Days sort as text. */
export type Day = string;

const dayMilliseconds = 86_400_000;

/** The day so many days later, or earlier if negative. */
export const addDays = (day: Day, days: number): Day => dayOf(Date.parse(day) + days * dayMilliseconds);

/** The number of days from one day to another, negative if the second is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  (Date.parse(to) - Date.parse(from)) / dayMilliseconds;

/** The same day so many months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const month = monthAfter(monthOf(day), months);
  const last = addDays(`${monthAfter(month, 1)}-01`, -1);
  const same = `${month}${day.slice('YYYY-MM'.length)}`;
  return same < last ? same : last;
}

/** The month (YYYY-MM) of a day or of a time in UTC. */
export const monthOf = (day: string): string => day.slice(0, 'YYYY-MM'.length);

/** The month (YYYY-MM) so many months later. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  const all = year * 12 + index - 1 + months;
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}`;
}

/** The months from the first to the last, both included. */
export function monthsBetween(first: string, last: string): readonly string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month, 1)) months.push(month);
  return months;
}

/** The first day of the month of a day. */
export const firstOfMonth = (day: Day): Day => `${monthOf(day)}-01`;

/** 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay();

/** The Monday of the week of a day. */
export const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7));

/** Full years of age on a day. */
export function ageOn(birthDate: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Whether a text is a day of the calendar. */
export const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && dayOf(time) === text;
};

/** The day of a time in UTC. */
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
