import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, rangeEnd, timestamp, uuid } from '#contract/fields.ts';
import { jsonSchema } from '#contract/openapi/schema.ts';

const endpoint = endpointsOf('commerce', 'water logs');

export const waterMethod = z.enum(['drip', 'sprinkler', 'flood', 'manual']);

const entryFields = {
  field_id: uuid.optional(),
  field_name: z.string().max(255).optional(),
  gallons: z.number().positive(),
  duration_minutes: z.int().min(0).optional(),
  water_method: waterMethod.optional(),
  notes: z.string().max(500).optional(),
};

const waterLogFields = { brand_id: uuid, ...entryFields };

export const waterLogInput = z.object({ ...waterLogFields, logged_at: datetime.optional() });
export type WaterLogInput = z.output<typeof waterLogInput>;

export const waterLog = z
  .object({
    id: uuid,
    ...waterLogFields,
    logged_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp.optional(),
    version: z.int(),
  })
  .meta({ id: 'WaterLog' });
export type WaterLog = z.output<typeof waterLog>;

/** Leads from the id of an entry to its time. It stays when the entry is deleted, so the id stays taken. */
export const waterLogPointer = waterLog
  .pick({ id: true, brand_id: true, logged_at: true, created_at: true })
  .extend({ deleted_at: timestamp.optional() });

/** A replacement removes omitted members, except the time. */
export const waterLogReplacement = z.object({
  ...entryFields,
  logged_at: datetime.optional(),
  reason: z.string().max(500).optional(),
});
export type WaterLogReplacement = z.output<typeof waterLogReplacement>;

export const waterLogChange = z
  .object({
    /** Version of the entry after the change. */
    version: z.int(),
    change: z.enum(['edited', 'deleted']),
    changed_at: timestamp,
    reason: z.string().optional(),
    before: waterLog,
  })
  .meta({ id: 'WaterLogChange' });
export type WaterLogChange = z.output<typeof waterLogChange>;

/** An entry that a device recorded, with the id that the device gave it. */
export const offlineEntry = z.object({ id: uuid, ...entryFields, logged_at: datetime });
export type OfflineEntry = z.output<typeof offlineEntry>;

const maxBatch = 100;

/** The list has 100 entries at most, without paging. */
export const waterLogListSize = 100;

const waterLogId = z.object({ id: uuid.describe('Id of the water log') });

export const createWaterLog = endpoint('POST', '/api/v1/water-logs', 'create-water-log', {
  summary: 'Record an irrigation entry',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['water-logs', 'order-figures'],
  limiter: 'api',
  idempotent: true,
  body: waterLogInput,
  responses: { 201: { description: 'The created water log', schema: dataOf(waterLog) } },
  errors: ['water_log_not_created'],
});

export const listWaterLogs = endpoint('GET', '/api/v1/water-logs', 'list-water-logs', {
  summary: 'List the latest 100 water logs of a brand, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  /** brand_id is required but may have any format; its absence is a separate error. */
  query: z.object({
    brand_id: z
      .string()
      .max(1000)
      .transform((value) => value.toLowerCase())
      .optional()
      .meta({ openapi: { type: 'string', minLength: 1, maxLength: 1000, demanded: true } })
      .describe('Id of the brand'),
  }),
  responses: {
    200: { description: 'Water logs, newest first', schema: z.object({ data: z.array(waterLog) }) },
  },
  errors: ['brand_id_required', 'water_logs_not_fetched'],
});

export const getWaterLog = endpoint('GET', '/api/v1/water-logs/{id}', 'get-water-log', {
  summary: 'Get a water log',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: waterLogId,
  resource: waterLog,
  responses: { 200: { description: 'The water log', schema: dataOf(waterLog) } },
  errors: ['not_found'],
});

export const searchWaterLogs = endpoint('GET', '/api/v1/water-logs/search', 'search-water-logs', {
  summary: 'List water logs by time and field, newest first',
  description:
    'A page reads at most 2,000 entries, so a page of a filtered list may be short and still have a next one.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    from: datetime.optional().describe('Entries logged at this time or later'),
    to: rangeEnd.optional().describe('Entries logged at this time or earlier'),
    field_id: uuid.optional().describe('Entries of this field'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Water logs, newest first', schema: pageOf(waterLog) } },
  errors: ['invalid_cursor'],
});

const aboutSeason =
  'Only entries of the current season can change. The entry as it was stays in its history.';

export const updateWaterLog = endpoint('PUT', '/api/v1/water-logs/{id}', 'update-water-log', {
  summary: 'Replace a water log of the current season',
  description: aboutSeason,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['water-logs', 'farm', 'order-figures'],
  deletes: ['water-logs'],
  limiter: 'api',
  versioned: true,
  parameters: waterLogId,
  resource: waterLog,
  body: waterLogReplacement,
  responses: { 200: { description: 'The updated water log', schema: dataOf(waterLog) } },
  errors: ['not_found', 'season_closed', 'precondition_failed', 'conflict'],
});

export const deleteWaterLog = endpoint('DELETE', '/api/v1/water-logs/{id}', 'delete-water-log', {
  summary: 'Delete a water log of the current season',
  description: aboutSeason,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['water-logs', 'farm', 'order-figures', 'onboarding'],
  deletes: ['water-logs'],
  limiter: 'api',
  versioned: true,
  parameters: waterLogId,
  resource: waterLog,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'season_closed', 'precondition_failed', 'conflict'],
});

export const listWaterLogChanges = endpoint(
  'GET',
  '/api/v1/water-logs/{id}/history',
  'list-water-log-changes',
  {
    summary: 'List the changes of a water log, newest first, also after its deletion',
    access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
    data: 'read',
    parameters: waterLogId,
    resource: waterLogPointer,
    query: z.strictObject(cursorQuery),
    responses: { 200: { description: 'Changes, newest first', schema: pageOf(waterLogChange) } },
    errors: ['not_found', 'invalid_cursor'],
  },
);

const batchResult = z.object({
  index: z.int(),
  id: uuid.optional(),
  /** `exists`: an earlier request has stored the entry. */
  status: z.enum(['created', 'exists', 'conflict', 'deleted', 'invalid']),
  details: z
    .array(z.object({ path: z.array(z.union([z.string(), z.int()])), message: z.string(), code: z.string() }))
    .optional(),
});
export type BatchResult = z.output<typeof batchResult>;

export const createWaterLogs = endpoint('POST', '/api/v1/water-logs/batch', 'create-water-logs', {
  summary: 'Record irrigation entries that a device collected offline',
  description:
    'Each entry has an id that the device made, so the batch can be sent again until it succeeds. Entries are stored one by one. `conflict`: another entry has this id. `deleted`: the entry was deleted since.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['water-logs', 'order-figures', 'onboarding'],
  limiter: 'api',
  idempotent: true,
  repeats: false,
  body: z.object({
    brand_id: uuid,
    items: z
      .array(z.unknown().meta({ openapi: () => jsonSchema(offlineEntry, 'input', {}) }))
      .min(1)
      .max(maxBatch),
  }),
  responses: {
    200: { description: 'The result of each entry, in order', schema: dataOf(z.array(batchResult)) },
  },
  errors: ['water_log_not_created'],
});
