import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, uuid } from '#contract/fields.ts';
import {
  field,
  fieldInput,
  fieldReplacement,
  meter,
  meterInput,
  meterReplacement,
  month,
  reading,
  readingCorrection,
  readingInput,
  reportRow,
  seasonUse,
  storedMeter,
  storedReading,
  waterSettings,
  waterSettingsInput,
} from './water-fields.ts';

const endpoint = endpointsOf('commerce', 'water');

const fieldId = z.object({ id: uuid.describe('Id of the field') });
const meterId = z.object({ id: uuid.describe('Id of the meter') });
const anyRole = ['owner', 'manager', 'viewer'] as const;
const writers = ['owner', 'manager'] as const;

export const createField = endpoint('POST', '/api/v1/fields', 'create-field', {
  summary: 'Create a field',
  description: 'A brand can have 1,000 fields.',
  access: { kind: 'brand', roles: writers, brand: 'body' },
  data: 'write',
  writes: ['farm'],
  limiter: 'api',
  idempotent: true,
  body: fieldInput,
  responses: { 201: { description: 'The created field', schema: dataOf(field) } },
  errors: ['water_limit_reached'],
});

export const listFields = endpoint('GET', '/api/v1/fields', 'list-fields', {
  summary: 'List the fields of a brand, oldest first',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Fields, oldest first', schema: pageOf(field) } },
  errors: ['invalid_cursor'],
});

export const getField = endpoint('GET', '/api/v1/fields/{id}', 'get-field', {
  summary: 'Get a field',
  access: { kind: 'brand', roles: anyRole, brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: fieldId,
  resource: field,
  responses: { 200: { description: 'The field', schema: dataOf(field) } },
  errors: ['not_found'],
});

export const updateField = endpoint('PUT', '/api/v1/fields/{id}', 'update-field', {
  summary: 'Replace a field',
  access: { kind: 'brand', roles: writers, brand: 'held' },
  data: 'write',
  writes: ['farm'],
  versioned: true,
  parameters: fieldId,
  resource: field,
  body: fieldReplacement,
  responses: { 200: { description: 'The updated field', schema: dataOf(field) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteField = endpoint('DELETE', '/api/v1/fields/{id}', 'delete-field', {
  summary: 'Delete a field',
  description:
    'Water logs and readings keep the id of the field, and reports about the time before keep its name.',
  access: { kind: 'brand', roles: writers, brand: 'held' },
  data: 'write',
  writes: ['farm'],
  deletes: ['farm'],
  versioned: true,
  parameters: fieldId,
  resource: field,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

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
  resource: storedMeter,
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
  resource: storedMeter,
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
  resource: storedMeter,
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
  resource: storedMeter,
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
    resource: storedReading,
    body: readingCorrection,
    responses: { 200: { description: 'The corrected reading', schema: dataOf(reading) } },
    errors: ['not_found', 'reading_does_not_fit', 'too_many_corrections', 'precondition_failed', 'conflict'],
  },
);

export const getWaterSettings = endpoint('GET', '/api/v1/water-settings', 'get-water-settings', {
  summary: 'Get the water season and allocation of a brand',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  versioned: true,
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand') }),
  resource: waterSettings,
  responses: { 200: { description: 'The settings', schema: dataOf(waterSettings) } },
});

export const setWaterSettings = endpoint('PUT', '/api/v1/water-settings', 'set-water-settings', {
  summary: 'Replace the water season and allocation of a brand',
  access: { kind: 'brand', roles: writers, brand: 'body' },
  data: 'write',
  writes: ['farm'],
  versioned: true,
  resource: waterSettings,
  body: waterSettingsInput,
  responses: { 200: { description: 'The settings', schema: dataOf(waterSettings) } },
  errors: ['precondition_failed', 'conflict'],
});

export const getWaterUse = endpoint('GET', '/api/v1/water-use', 'get-water-use', {
  summary: 'Compare the water of a season with its allocation',
  description:
    'Water between two readings is spread evenly over their time. Water logs at times that a meter of the same field covers are not added. Sums are exact, and each figure is rounded once. Returns 422 for more than 50,000 entries.',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  limiter: 'api',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    season: z
      .string()
      .regex(/^[1-9]\d{3}$/, 'Expected a year')
      .optional()
      .describe('Year in which the season begins; omit it for the current season'),
  }),
  responses: { 200: { description: 'The use of the season', schema: dataOf(seasonUse) } },
  errors: ['not_found', 'figures_too_large'],
});

const csvExample =
  'field_id,field,month,source,gallons,acre_feet,cubic_metres\r\n5b2e8d47-1f6c-4a09-b7d3-9e0c4f8a6d12,North field,2026-04,metered,325851.428571,1,1233.481838\r\n';

export const getWaterReport = endpoint('GET', '/api/v1/water-report', 'get-water-report', {
  summary: 'Get the water per field and month, for the water authority',
  description:
    'JSON, or CSV (RFC 4180) with `Accept: text/csv` or `format=csv`. At most 24 months, in the time zone of the brand.',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  limiter: 'api',
  query: z
    .strictObject({
      brand_id: uuid.describe('Id of the brand'),
      from: month.describe('First month'),
      to: month.describe('Last month'),
      format: z.enum(['json', 'csv']).optional().describe('Format; overrides Accept'),
    })
    .refine(({ from, to }) => to >= from && monthsBetween(from, to) < 24, {
      path: ['to'],
      message: 'to must not be before from, and at most 24 months are allowed',
    }),
  responses: {
    200: {
      description: 'Rows by field, month and source',
      schema: z.object({ data: z.array(reportRow) }),
      text: { 'text/csv': csvExample },
    },
  },
  errors: ['not_found', 'figures_too_large'],
});

function monthsBetween(from: string, to: string): number {
  const count = (text: string) => 12 * Number(text.slice(0, 4)) + Number(text.slice(5));
  return count(to) - count(from);
}
