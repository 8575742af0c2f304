import { instantOf } from '#calendar/time-zone.ts';
import type { GroupHeader } from '#x12/engine/consumer.ts';

/** Day and time of a file as it states them: GS04 and GS05, of a TA1 ISA09 and ISA10. */
type StatedTime = Pick<GroupHeader, 'date' | 'time'>;

/** When a file was written, by its own statement. */
export interface WrittenTime {
  /** The day as stated; without a valid one, the day on which the file was received. */
  readonly written_on: string;
  /** Absent if it states no valid time. */
  readonly written_at?: string | undefined;
}

export function writtenTime(stated: StatedTime, receivedAt: string, timeZone = 'UTC'): WrittenTime {
  const day = localInstant(stated.date, '00:00', timeZone);
  const at = localInstant(stated.date, stated.time, timeZone);
  return {
    written_on: day === undefined ? receivedAt.slice(0, 10) : stated.date,
    ...(at !== undefined && { written_at: at }),
  };
}

/** The time in UTC of a wall-clock time in a time zone; undefined for a text that is not a time. */
function localInstant(date = '', time = '', timeZone: string): string | undefined {
  const instant = instantOf(date, time, timeZone);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/**
 * Returns when a payer gave an acknowledgment: the day of processing (2200A DTP 009), with the time of the file (GS04,
 * GS05) if that is on this day; without a day, the time of the file; without either, `receivedAt`. A day in the future
 * is ignored, because it would outrank all later acknowledgments.
 *
 * @param timeZone of the payer's dates and times
 */
export function acknowledgmentTime(
  processed: string | undefined,
  group: StatedTime,
  receivedAt: string,
  timeZone: string,
): string {
  const moment = localInstant(group.date, group.time, timeZone);
  const latest = new Date(Date.parse(receivedAt) + maxAhead).toISOString();
  const isPast = (at: string | undefined): at is string => at !== undefined && at <= latest;
  const written = isPast(moment) ? moment : undefined;
  const first = localInstant(processed, '00:00', timeZone);
  if (processed === undefined || !isPast(first)) return written ?? receivedAt;
  const last = localInstant(processed, '23:59:59.999', timeZone) ?? first;
  if (written === undefined || written < first) return first;
  if (written > last) return last;
  return written;
}

/** Clocks and time zones differ, milliseconds. */
const maxAhead = 24 * 60 * 60 * 1000;
