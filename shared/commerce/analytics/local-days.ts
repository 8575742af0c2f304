/** Offsets of time zones are whole quarter hours, so a quarter hour of UTC belongs to one local day. */
export const quarterMilliseconds = 15 * 60_000;
export const quartersOfDay = 96;

const dayMilliseconds = quartersOfDay * quarterMilliseconds;

/** No time zone is more than 14 hours from UTC. */
const searchedQuarters = 60;

/** The local date (`YYYY-MM-DD`) of a moment in a time zone. */
export const localDate = (timeZone: string, at: number): string => formatOf(timeZone).format(at);

/** Swedish dates have the form of ISO 8601. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The moment at which a local date begins. The day may begin at 01:00 and have 23 or 25 hours, because clocks change. A
 * date that the time zone skips begins with the next date.
 */
export function startOfDay(timeZone: string, date: string): number {
  const midnight = Date.parse(date);
  let [before, reached] = [-searchedQuarters, searchedQuarters];
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (localDate(timeZone, midnight + middle * quarterMilliseconds) < date) before = middle;
    else reached = middle;
  }
  return midnight + reached * quarterMilliseconds;
}

/** The date a number of days later. */
export const addDays = (date: string, days: number): string =>
  dateOf(new Date(Date.parse(date) + days * dayMilliseconds));

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);

const dateOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

export const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length);

/** The month (`YYYY-MM`) a number of months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index - 1 + months, 1)).toISOString().slice(0, 'YYYY-MM'.length);
}
