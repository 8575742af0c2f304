import { wallClock } from '#calendar/time-zone.ts';

/** A daily range of local time in which no text message is sent, such as 21:00 to 08:00. */
export interface QuietHours {
  readonly start: string;
  readonly end: string;
}

const minutesOfDay = 24 * 60;

/**
 * The time from which a message may be sent: now outside of quiet hours, else their end. Both are times of day in the time
 * zone, also on days with a change of daylight saving time.
 */
export function sendableFrom(now: Date, { start, end }: QuietHours, timeZone: string): Date {
  const [from, to] = [minutesOf(start), minutesOf(end)];
  if (from === to) return now;
  const isQuiet = (minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet(localMinute(now, timeZone))) return now;
  // Whole minutes are walked, because an hour may be missing or repeated in the night of a change.
  const minute = 60_000;
  let time = Math.floor(now.getTime() / minute) * minute;
  const step = (minutes: number) => {
    while (isQuiet(localMinute(new Date(time + minutes * minute), timeZone))) time += minutes * minute;
  };
  step(30);
  step(1);
  return new Date(time + minute);
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) % minutesOfDay;
};

function localMinute(time: Date, timeZone: string): number {
  const clock = wallClock(time, timeZone);
  return clock.getUTCHours() * 60 + clock.getUTCMinutes();
}
