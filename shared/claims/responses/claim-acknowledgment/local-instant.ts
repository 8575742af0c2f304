import { localTimestamp } from '#x12/837p/check/calendar.ts';

/**
 * The UTC instant of a wall-clock time in a time zone; undefined for a text that is no time. A time that the clock
 * shows twice is the first of the two, and one that it skips is read with the offset before the change.
 *
 * @param local `2026-03-16T12:00`, also with seconds and fractions
 */
export function localInstant(local: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return undefined;
  const candidates = [wall - day, wall + day]
    .map((near) => wall - offsetAt(near, timeZone))
    .toSorted((a, b) => a - b);
  const exact = candidates.find((instant) => instant + offsetAt(instant, timeZone) === wall);
  const before = wall - offsetAt(wall - day, timeZone);
  return new Date(exact ?? before).toISOString();
}

/** No zone changes its clock twice within two days. */
const day = 86_400_000;

/** Milliseconds by which the clock of the zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const moment = new Date(instant);
  const [, year, month, date, hour, minute, second, fraction] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(localTimestamp(timeZone, moment)) ?? [];
  return Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}.${fraction}Z`) - instant;
}
