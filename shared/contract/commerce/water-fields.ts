import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';
import { allocation } from './volumes.ts';
import { waterMethod } from './water-logs.ts';

const endpoint = endpointsOf('commerce', 'water');

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

const fieldId = z.object({ id: uuid.describe('Id of the field') });
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
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});
