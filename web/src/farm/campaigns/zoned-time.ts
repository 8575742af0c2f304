/** A day and a time of day in a time zone, as form fields hold them. */
export interface LocalTime {
  /** YYYY-MM-DD */
  readonly day: string;
  /** HH:MM */
  readonly time: string;
}

/**
 * Returns the moment of a local time. A time that the clocks skip in spring becomes the time after the change; of a time
 * that occurs twice in autumn, the first counts.
 */
export function momentOf({ day, time }: LocalTime, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const candidates = [asUtc - dayMs, asUtc + dayMs].map((near) => asUtc - offsetAt(near, timeZone));
  const exact = candidates.filter((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc);
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates));
}

/** The local time of a moment. */
export function localTimeOf(moment: Date, timeZone: string): LocalTime {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

const dayMs = 86_400_000;

/** Milliseconds by which the local time is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
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
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((found) => found.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(moment / 1000) * 1000;
}
