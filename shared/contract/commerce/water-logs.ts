import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, datetime, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'water logs');

const waterLogFields = {
  brand_id: uuid,
  field_id: uuid.optional(),
  field_name: z.string().max(255).optional(),
  gallons: z.number().positive(),
  duration_minutes: z.int().min(0).optional(),
  water_method: z.enum(['drip', 'sprinkler', 'flood', 'manual']).optional(),
  notes: z.string().max(500).optional(),
};

export const waterLogInput = z.object({ ...waterLogFields, logged_at: datetime.optional() });
export type WaterLogInput = z.output<typeof waterLogInput>;

export const waterLog = z
  .object({ id: uuid, ...waterLogFields, logged_at: timestamp, created_at: timestamp })
  .meta({ id: 'WaterLog' });
export type WaterLog = z.output<typeof waterLog>;

/** The list has 100 entries at most, without paging. */
export const waterLogListSize = 100;

export const createWaterLog = endpoint('POST', '/api/v1/water-logs', 'create-water-log', {
  summary: 'Record an irrigation entry',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
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
  parameters: z.object({ id: uuid.describe('Id of the water log') }),
  responses: { 200: { description: 'The water log', schema: dataOf(waterLog) } },
  errors: ['not_found'],
});
