import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '../fields.ts';
import { meteredAmount, volume, volumeUnits } from './volumes.ts';

const endpoint = endpointsOf('commerce', 'water');

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
export type MeterReading = z.output<typeof reading>;
export type Reading = z.output<typeof reading>;

const meterId = z.object({ id: uuid.describe('Id of the meter') });
const anyRole = ['owner', 'manager', 'viewer'] as const;
const writers = ['owner', 'manager'] as const;

export const createMeter = endpoint('POST', '/api/v1/meters', 'create-meter', {
  summary: 'Create a water meter',
  description: 'A brand can have 1,000 meters.',
  access: { kind: 'brand', roles: writers, brand: 'body' },
  data: 'write',
  writes: ['farm'],
  limiter: 'api',
  idempotent: true,
  body: meterInput,
  responses: { 201: { description: 'The created meter', schema: dataOf(meter) } },
  errors: ['water_limit_reached'],
});

export const listMeters = endpoint('GET', '/api/v1/meters', 'list-meters', {
  summary: 'List the water meters of a brand, oldest first',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Meters, oldest first', schema: pageOf(meter) } },
  errors: ['invalid_cursor'],
});

export const getMeter = endpoint('GET', '/api/v1/meters/{id}', 'get-meter', {
  summary: 'Get a water meter',
  access: { kind: 'brand', roles: anyRole, brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: meterId,
  responses: { 200: { description: 'The meter', schema: dataOf(meter) } },
  errors: ['not_found'],
});

export const updateMeter = endpoint('PUT', '/api/v1/meters/{id}', 'update-meter', {
  summary: 'Replace a water meter',
  description: 'The unit of a meter with readings cannot change.',
  access: { kind: 'brand', roles: writers, brand: 'held' },
  data: 'write',
  writes: ['farm'],
  versioned: true,
  parameters: meterId,
  body: meterReplacement,
  responses: { 200: { description: 'The updated meter', schema: dataOf(meter) } },
  errors: ['not_found', 'meter_unit_in_use', 'precondition_failed', 'conflict'],
});

export const createReading = endpoint('POST', '/api/v1/meters/{id}/readings', 'create-reading', {
  summary: 'Record a reading of a water meter',
  description:
    'Readings may arrive in any order, but not from the future: read_at is at most a day ahead. A value must fit between its neighbors in time, unless the counter has rolled over or the meter was replaced.',
  access: { kind: 'brand', roles: writers, brand: 'held' },
  data: 'write',
  writes: ['farm', 'order-figures'],
  limiter: 'api',
  idempotent: true,
  parameters: meterId,
  body: readingInput,
  responses: {
    201: { description: 'The reading, with the water since the previous one', schema: dataOf(reading) },
  },
  errors: ['not_found', 'reading_does_not_fit', 'conflict'],
});

export const listReadings = endpoint('GET', '/api/v1/meters/{id}/readings', 'list-readings', {
  summary: 'List the readings of a water meter, newest first',
  access: { kind: 'brand', roles: anyRole, brand: 'held' },
  data: 'read',
  parameters: meterId,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Readings, newest first', schema: pageOf(reading) } },
  errors: ['not_found', 'invalid_cursor'],
});

export const correctReading = endpoint(
  'PUT',
  '/api/v1/meters/{id}/readings/{reading_id}',
  'correct-reading',
  {
    summary: 'Correct a reading of a water meter',
    description:
      'The earlier values stay in `corrections`, with the reason. Without read_at, the time stays.',
    access: { kind: 'brand', roles: writers, brand: 'held' },
    data: 'write',
    writes: ['farm', 'order-figures'],
    deletes: ['farm'],
    versioned: true,
    parameters: z.object({
      id: uuid.describe('Id of the meter'),
      reading_id: uuid.describe('Id of the reading'),
    }),
    body: readingCorrection,
    responses: { 200: { description: 'The corrected reading', schema: dataOf(reading) } },
    errors: ['not_found', 'reading_does_not_fit', 'too_many_corrections', 'precondition_failed', 'conflict'],
  },
);
