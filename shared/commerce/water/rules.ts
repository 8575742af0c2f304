import { ApiError } from '#contract/errors.ts';
import { requireNotFuture } from './season.ts';
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
