import { addDays, monthAfter } from '#calendar/days.ts';
import { localDay, startOfDay } from '#calendar/time-zone.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type Field,
  type FieldInput,
  type FieldReplacement,
  type Meter,
  type MeterInput,
  type MeterReplacement,
  maxCorrections,
  type ReadingCorrection,
  type ReadingInput,
  type StoredMeter,
  type StoredReading,
} from './water-fields.ts';

/** A season: a year from its first day on, in the time zone of the brand. */
export interface Season {
  /** First and last day. */
  readonly from: string;
  readonly to: string;
  /** The moments at which it begins, and at which the next one begins. */
  readonly start: Date;
  readonly end: Date;
}

/** The season that begins in a year. `firstDay` is month and day. */
export function seasonOf(year: number, firstDay: string, timeZone: string): Season {
  const dayIn = (of: number) => `${String(of).padStart(4, '0')}-${firstDay}`;
  const [from, next] = [dayIn(year), dayIn(year + 1)];
  return {
    from,
    to: addDays(next, -1),
    start: startOfDay(from, timeZone),
    end: startOfDay(next, timeZone),
  };
}

/** The season at a moment. */
export function seasonAt(now: Date, firstDay: string, timeZone: string): Season {
  const today = localDay(now, timeZone);
  const year = Number(today.slice(0, 4));
  return seasonOf(today.slice(5) >= firstDay ? year : year - 1, firstDay, timeZone);
}

/**
 * Refuses to change an entry of an earlier season, because the authority may have its figures.
 *
 * @throws ApiError season_closed
 */
export function requireOpenSeason(season: Season, ...times: readonly string[]): void {
  const start = season.start.toISOString();
  if (times.some((time) => time < start)) throw new ApiError('season_closed');
}

/** A clock that is wrong, or a time without its zone, is a day ahead at most. A mistyped year is more. */
const maxAheadMilliseconds = 24 * 3600 * 1000;

/** @throws ApiError validation_failed for a time a day or more in the future */
function requireNotFuture(time: string | undefined, member: string, now: Date): void {
  if (time === undefined || Date.parse(time) <= now.getTime() + maxAheadMilliseconds) return;
  const message = 'Expected a time that is not in the future; check the year';
  throw new ApiError('validation_failed', {
    details: [{ path: ['body', member], message, code: 'in_future' }],
  });
}

/** A calendar month with the moments at which it begins and ends. */
export interface Month {
  readonly month: string;
  readonly start: Date;
  readonly end: Date;
}

/** The months from one to another, both included. */
export function monthsBetween(from: string, to: string, timeZone: string): readonly Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = monthAfter(month, 1)) {
    months.push({
      month,
      start: startOfDay(`${month}-01`, timeZone),
      end: startOfDay(`${monthAfter(month, 1)}-01`, timeZone),
    });
  }
  return months;
}

interface Creation {
  readonly id: string;
  readonly now: Date;
}

const created = (now: Date) => ({ created_at: now.toISOString(), updated_at: now.toISOString(), version: 1 });

export const newField = (input: FieldInput, { id, now }: Creation): Field => ({
  id,
  ...input,
  ...created(now),
});

export const replaceField = (
  { id, brand_id, created_at, version }: Field,
  replacement: FieldReplacement,
  now: Date,
): Field => ({
  ...{ id, brand_id, ...replacement, created_at },
  updated_at: now.toISOString(),
  version: version + 1,
});

export const newMeter = (input: MeterInput, { id, now }: Creation): StoredMeter => ({
  id,
  ...input,
  ...created(now),
  readings_version: 0,
});

/** @throws ApiError meter_unit_in_use */
export function replaceMeter(
  { id, brand_id, unit, created_at, version, readings_version }: StoredMeter,
  replacement: MeterReplacement,
  now: Date,
): StoredMeter {
  const hasReadings = readings_version > 0;
  if (hasReadings && replacement.unit !== unit) throw new ApiError('meter_unit_in_use');
  return {
    ...{ id, brand_id, ...replacement, created_at },
    updated_at: now.toISOString(),
    version: version + 1,
    readings_version,
  };
}

/** The meter of the API. */
export const shownMeter = ({ readings_version, ...meter }: StoredMeter): Meter => meter;

/**
 * A new reading of the meter, read now unless the input has a time. It keeps the field of the meter.
 *
 * @throws ApiError validation_failed for a time in the future
 */
export function newReading(meter: StoredMeter, input: ReadingInput, { id, now }: Creation): StoredReading {
  requireNotFuture(input.read_at, 'read_at', now);
  const { rollover_at, field_id } = meter;
  return {
    ...{ id, brand_id: meter.brand_id, meter_id: meter.id },
    ...(field_id !== undefined && { field_id }),
    ...input,
    read_at: input.read_at ?? now.toISOString(),
    ...(rollover_at !== undefined && { rollover_at }),
    corrections: [],
    ...created(now),
  };
}

/** The corrected reading, which keeps what it was. @throws ApiError too_many_corrections, validation_failed */
export function correctReading(
  reading: StoredReading,
  { reason, ...correction }: ReadingCorrection,
  now: Date,
): StoredReading {
  requireNotFuture(correction.read_at, 'read_at', now);
  if (reading.corrections.length >= maxCorrections) throw new ApiError('too_many_corrections');
  const { value, kind, final_value, start_value, notes, read_at, corrections, ...kept } = reading;
  const corrected_at = now.toISOString();
  const earlier = {
    ...{ value, kind },
    ...(final_value !== undefined && { final_value }),
    ...(start_value !== undefined && { start_value }),
    ...(notes !== undefined && { notes }),
    ...{ read_at, reason, corrected_at },
  };
  return {
    ...kept,
    ...correction,
    read_at: correction.read_at ?? read_at,
    corrections: [...corrections, earlier],
    updated_at: corrected_at,
    version: reading.version + 1,
  };
}
