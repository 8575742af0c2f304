import { instantOf } from '#calendar/time-zone.ts';
import type { GroupHeader } from '#x12/engine/consumer.ts';

/** Day and time of a file as it states them: GS04 and GS05, of a TA1 ISA09 and ISA10. */
export type StatedTime = Pick<GroupHeader, 'date' | 'time'>;

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
export function localInstant(date = '', time = '', timeZone: string): string | undefined {
  const instant = instantOf(date, time, timeZone);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}
