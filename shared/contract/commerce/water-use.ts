import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, timestamp, uuid } from '../fields.ts';
import { allocation, volume } from './volumes.ts';

const endpoint = endpointsOf('commerce', 'water');

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

const waterSettingsInput = z.object({ brand_id: uuid, ...settingsFields });

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

const month = z.string().regex(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/, 'Expected a month such as 2026-04');

const reportRow = z.object({
  field_id: uuid.optional(),
  field_name: z.string().optional(),
  month,
  source: z.enum(['metered', 'estimated']),
  volume,
});
export type WaterReportRow = z.output<typeof reportRow>;

const anyRole = ['owner', 'manager', 'viewer'] as const;

export const getWaterSettings = endpoint('GET', '/api/v1/water-settings', 'get-water-settings', {
  summary: 'Get the water season and allocation of a brand',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'read',
  versioned: true,
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand') }),
  responses: { 200: { description: 'The settings', schema: dataOf(waterSettings) } },
});

export const setWaterSettings = endpoint('PUT', '/api/v1/water-settings', 'set-water-settings', {
  summary: 'Replace the water season and allocation of a brand',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['farm'],
  versioned: true,
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
