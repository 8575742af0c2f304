import * as z from 'zod';
import { waterMethod } from '#commerce/water-logs/contract.ts';
import { datetime, timestamp, uuid } from '#contract/fields.ts';

/** US gallons, and US acre-feet of 43,560 cubic feet. */
export const volumeUnits = ['gallons', 'litres', 'cubic_metres', 'acre_feet'] as const;
export type VolumeUnit = (typeof volumeUnits)[number];

/** An amount with at most six decimals, so that sums and conversions are exact. */
const meteredAmount = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .refine((value) => /^\d+(\.\d{1,6})?$/.test(String(value)), 'Expected at most six decimals')
  .meta({ openapi: { type: 'number', minimum: 0, maximum: 1_000_000_000_000, multipleOf: 0.000001 } });

/** A volume in each unit, rounded half up to six decimals. */
export const volume = z
  .object({ gallons: z.number(), litres: z.number(), cubic_metres: z.number(), acre_feet: z.number() })
  .meta({ id: 'Volume' });
export type Volume = z.output<typeof volume>;

/** An allocation of water. */
export const allocation = z.object({
  amount: z.number().min(0.000001).max(1_000_000_000_000),
  unit: z.enum(['gallons', 'acre_feet']),
});
export type Allocation = z.output<typeof allocation>;

/** Maximum fields, and maximum meters, of a brand. */
export const maxWaterRecords = 1000;

const fieldFields = {
  name: z.string().min(1).max(255),
  area_acres: z.number().min(0.000001).max(1_000_000).optional(),
  crop: z.string().max(255).optional(),
  water_method: waterMethod.optional(),
  /** Water for one season. */
  allocation: allocation.optional(),
  is_active: z.boolean().default(true),
};

export const fieldInput = z.object({ brand_id: uuid, ...fieldFields });
export type FieldInput = z.output<typeof fieldInput>;

/** A replacement removes omitted members. */
export const fieldReplacement = z.object(fieldFields);
export type FieldReplacement = z.output<typeof fieldReplacement>;

export const field = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...fieldFields,
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Field' });
export type Field = z.output<typeof field>;

const meterFields = {
  name: z.string().min(1).max(255),
  serial_number: z.string().max(64).optional(),
  /** The field whose water the meter counts. Earlier readings keep their field. */
  field_id: uuid.optional(),
  unit: z.enum(volumeUnits),
  /** The value at which the counter begins again at 0, such as 1000000 for six digits. */
  rollover_at: meteredAmount.optional(),
  is_active: z.boolean().default(true),
};

export const meterInput = z.object({ brand_id: uuid, ...meterFields });
export type MeterInput = z.output<typeof meterInput>;

/** A replacement removes omitted members. */
export const meterReplacement = z.object(meterFields);
export type MeterReplacement = z.output<typeof meterReplacement>;

export const meter = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...meterFields,
    rollover_at: z.number().optional(),
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Meter' });
export type Meter = z.output<typeof meter>;

/** A meter with the number of changes of its readings, which serializes them. */
export const storedMeter = meter.extend({ readings_version: z.int() });
export type StoredMeter = z.output<typeof storedMeter>;

const readingKinds = ['reading', 'rollover', 'replacement'] as const;

const readingFields = {
  value: meteredAmount,
  /**
   * `rollover`: the counter has passed its end once since the previous reading. `replacement`: a new meter was installed, with
   * the last value of the old one and the first value of the new one.
   */
  kind: z.enum(readingKinds).default('reading'),
  final_value: meteredAmount.optional(),
  start_value: meteredAmount.optional(),
  notes: z.string().max(500).optional(),
};

type Replaced = { kind: string; final_value?: number | undefined; start_value?: number | undefined };

const hasReplacedValues = ({ kind, final_value, start_value }: Replaced): boolean =>
  kind === 'replacement'
    ? final_value !== undefined && start_value !== undefined
    : final_value === undefined && start_value === undefined;
const replacedValues = {
  path: ['kind'],
  message: 'final_value and start_value belong to the kind replacement, which requires both',
};

export const readingInput = z
  .object({ ...readingFields, read_at: datetime.optional() })
  .refine(hasReplacedValues, replacedValues);
export type ReadingInput = z.output<typeof readingInput>;

/** A correction replaces the reading. The earlier one is kept in its history. */
export const readingCorrection = z
  .object({ ...readingFields, read_at: datetime.optional(), reason: z.string().min(1).max(500) })
  .refine(hasReplacedValues, replacedValues);
export type ReadingCorrection = z.output<typeof readingCorrection>;

const correctedReading = z.object({
  value: z.number(),
  kind: z.enum(readingKinds),
  final_value: z.number().optional(),
  start_value: z.number().optional(),
  notes: z.string().optional(),
  read_at: timestamp,
  reason: z.string(),
  corrected_at: timestamp,
});

/** Maximum corrections of one reading. */
export const maxCorrections = 50;

export const reading = z
  .object({
    id: uuid,
    brand_id: uuid,
    meter_id: uuid,
    field_id: uuid.optional(),
    ...readingFields,
    value: z.number(),
    kind: z.enum(readingKinds),
    final_value: z.number().optional(),
    start_value: z.number().optional(),
    read_at: timestamp,
    /** Water since the previous reading; null for the first reading of a meter. */
    used: volume.nullable(),
    /** Earlier values, oldest first. */
    corrections: z.array(correctedReading),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'MeterReading' });
export type Reading = z.output<typeof reading>;

/** A reading without its use, which is that of its neighbors, and with the end of the counter at its time. */
export const storedReading = reading.omit({ used: true }).extend({ rollover_at: z.number().optional() });
export type StoredReading = z.output<typeof storedReading>;

/** Month and day, without February 29. */
const seasonStart = z
  .string()
  .regex(
    /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/,
    'Expected month and day such as 04-01',
  );

const settingsFields = {
  /** First day of the season, in the time zone of the brand. A season lasts a year. */
  season_start: seasonStart.default('01-01'),
  /** Water of the whole brand for one season. */
  allocation: allocation.optional(),
};

export const waterSettingsInput = z.object({ brand_id: uuid, ...settingsFields });

export const waterSettings = z
  .object({
    brand_id: uuid,
    season_start: z.string(),
    allocation: allocation.optional(),
    updated_at: timestamp.optional(),
    version: z.int(),
  })
  .meta({ id: 'WaterSettings' });
export type WaterSettings = z.output<typeof waterSettings>;

const useFields = {
  /** From meters. */
  metered: volume,
  /** From water logs at times that no meter of the field covers. */
  estimated: volume,
  /** Sum of both. */
  used: volume,
  allocation: volume.optional(),
  /** Allocation less use; negative beyond the allocation. */
  remaining: volume.optional(),
  /** Use at the end of the season at the present rate; absent on the first day. */
  forecast: volume.optional(),
};

const fieldUse = z.object({
  field_id: uuid.optional(),
  field_name: z.string().optional(),
  ...useFields,
});

export const seasonUse = z
  .object({
    brand_id: uuid,
    time_zone: z.string(),
    /** First and last day of the season. */
    from: z.iso.date(),
    to: z.iso.date(),
    total: z.object({
      ...useFields,
      /** Day on which the allocation ends at the present rate, if it ends within the season. */
      allocation_ends_on: z.iso.date().optional(),
    }),
    fields: z.array(fieldUse),
  })
  .meta({ id: 'SeasonUse' });
export type SeasonUse = z.output<typeof seasonUse>;

export const month = z.string().regex(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/, 'Expected a month such as 2026-04');

export const reportRow = z.object({
  field_id: uuid.optional(),
  field_name: z.string().optional(),
  month,
  source: z.enum(['metered', 'estimated']),
  volume,
});
export type WaterReportRow = z.output<typeof reportRow>;
