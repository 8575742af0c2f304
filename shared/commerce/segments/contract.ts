import * as z from 'zod';
import { channels, consentStatuses, contact } from '#commerce/contacts/contact-fields.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, typedText, uuid } from '#contract/fields.ts';

/** Conditions of a filter, groups included. Bounds the work for each contact. */
const maxConditions = 50;

/** An amount of money, which has at most two decimals. */
const amount = z
  .number()
  .min(0)
  .max(1e12)
  .refine((value) => /^\d+(\.\d{1,2})?$/.test(String(value)), 'Has at most two decimal places')
  .meta({ openapi: { type: 'number', minimum: 0, maximum: 1e12, multipleOf: 0.01 } });
const count = z.int().min(0).max(1_000_000_000);
const days = z.int().min(0).max(36_500);
const words = typedText(100);

const bounded = { at_least: amount.optional(), at_most: amount.optional() };

const times = {
  /** Before this time, and from this time on. */
  before: datetime.optional(),
  from: datetime.optional(),
  /** At most, and more than, this many days before the evaluation. */
  within_days: days.optional(),
  before_days: days.optional(),
};

const time = <const Name extends string>(name: Name) => z.strictObject({ match: z.literal(name), ...times });
const place = <const Name extends string>(name: Name) =>
  z.strictObject({ match: z.literal(name), equals: words });

const conditions = [
  z.strictObject({ match: z.literal('tag'), equals: typedText(50) }),
  z.strictObject({
    match: z.literal('consent'),
    channel: z.enum(channels),
    /** `none`: the contact was never asked. */
    status: z.enum([...consentStatuses, 'none']),
  }),
  z.strictObject({ match: z.literal('address'), channel: z.enum(channels) }),
  z.strictObject({ match: z.literal('total_spent'), ...bounded }),
  z.strictObject({ match: z.literal('order_count'), at_least: count.optional(), at_most: count.optional() }),
  time('first_order'),
  time('last_order'),
  time('created'),
  z.strictObject({ match: z.literal('product'), product_id: uuid }),
  z.strictObject({ match: z.literal('stop'), stop_id: uuid }),
  place('city'),
  place('region'),
  place('postal_code'),
  place('country'),
] as const;

/** A filter of one level more: a condition, or a group of filters of `inner`. */
const groupsOf = <S extends z.ZodType>(inner: S) =>
  [
    z.strictObject({ match: z.literal('all'), filters: z.array(inner).min(1).max(maxConditions) }),
    z.strictObject({ match: z.literal('any'), filters: z.array(inner).min(1).max(maxConditions) }),
    z.strictObject({ match: z.literal('not'), filter: inner }),
  ] as const;

const condition = z.discriminatedUnion('match', conditions).meta({ id: 'SegmentCondition' });
const innermost = z
  .discriminatedUnion('match', [...conditions, ...groupsOf(condition)])
  .meta({ id: 'SegmentGroup' });
const middle = z
  .discriminatedUnion('match', [...conditions, ...groupsOf(innermost)])
  .meta({ id: 'SegmentGroups' });

/** Three levels of groups say everything that "any of these groups, but not those" needs. */
export const segmentFilter: z.ZodType<SegmentFilter, SegmentFilter> = z
  .discriminatedUnion('match', [...conditions, ...groupsOf(middle)])
  .refine((filter) => sizeOf(filter) <= maxConditions, {
    message: `A filter can have ${maxConditions} conditions and groups`,
  })
  .meta({ id: 'SegmentFilter' });

export type SegmentCondition = z.output<typeof condition>;
export type SegmentFilter =
  | SegmentCondition
  | { readonly match: 'all'; readonly filters: readonly SegmentFilter[] }
  | { readonly match: 'any'; readonly filters: readonly SegmentFilter[] }
  | { readonly match: 'not'; readonly filter: SegmentFilter };

function sizeOf(filter: SegmentFilter): number {
  if (filter.match === 'not') return 1 + sizeOf(filter.filter);
  if (filter.match !== 'all' && filter.match !== 'any') return 1;
  return filter.filters.reduce((sum, one) => sum + sizeOf(one), 1);
}

const endpoint = endpointsOf('commerce', 'segments');

const segmentFields = { name: typedText(255), filter: segmentFilter };

const segmentInput = z.object({ brand_id: uuid, ...segmentFields });
export type SegmentInput = z.output<typeof segmentInput>;

const segmentReplacement = z.object(segmentFields);
export type SegmentReplacement = z.output<typeof segmentReplacement>;

export const segment = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...segmentFields,
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Segment' });
export type Segment = z.output<typeof segment>;

const segmentId = z.object({ id: uuid.describe('Id of the segment') });
const staff = { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' } as const;
const everyone = { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' } as const;

const aboutFilters =
  'A filter is a condition such as {"match":"total_spent","at_least":100}, or a group: all, any or not, up to three levels deep and 50 conditions in all. A segment holds no contacts: lists, counts and campaigns evaluate the same filter.';

export const createSegment = endpoint('POST', '/api/v1/segments', 'create-segment', {
  summary: 'Create a segment: a saved filter of contacts',
  description: aboutFilters,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['segments'],
  limiter: 'api',
  idempotent: true,
  body: segmentInput,
  responses: { 201: { description: 'The created segment', schema: dataOf(segment) } },
});

export const listSegments = endpoint('GET', '/api/v1/segments', 'list-segments', {
  summary: 'List the segments of a brand, oldest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Segments, oldest first', schema: pageOf(segment) } },
  errors: ['invalid_cursor'],
});

export const getSegment = endpoint('GET', '/api/v1/segments/{id}', 'get-segment', {
  summary: 'Get a segment',
  access: everyone,
  data: 'read',
  versioned: true,
  parameters: segmentId,
  resource: segment,
  responses: { 200: { description: 'The segment', schema: dataOf(segment) } },
  errors: ['not_found'],
});

export const updateSegment = endpoint('PUT', '/api/v1/segments/{id}', 'update-segment', {
  summary: 'Replace the name and filter of a segment',
  description: 'A campaign that is being sent keeps the filter that it began with.',
  access: staff,
  data: 'write',
  writes: ['segments'],
  versioned: true,
  parameters: segmentId,
  resource: segment,
  body: segmentReplacement,
  responses: { 200: { description: 'The replaced segment', schema: dataOf(segment) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteSegment = endpoint('DELETE', '/api/v1/segments/{id}', 'delete-segment', {
  summary: 'Delete a segment; its contacts stay',
  access: staff,
  data: 'write',
  writes: [],
  deletes: ['segments'],
  versioned: true,
  parameters: segmentId,
  resource: segment,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const listSegmentContacts = endpoint(
  'GET',
  '/api/v1/segments/{id}/contacts',
  'list-segment-contacts',
  {
    summary: 'List the contacts of a segment, newest first',
    description:
      'A page can hold fewer contacts than limit, or none, while has_more is true, because a request examines at most 1,000 contacts.',
    access: everyone,
    data: 'read',
    parameters: segmentId,
    resource: segment,
    query: z.strictObject(cursorQuery),
    responses: { 200: { description: 'Contacts, newest first', schema: pageOf(contact) } },
    errors: ['not_found', 'invalid_cursor'],
  },
);

const channelCounts = z.object({ email: z.int(), sms: z.int() });

export const previewSegment = endpoint('POST', '/api/v1/segments/preview', 'preview-segment', {
  summary: 'Count the contacts that a filter selects',
  description:
    'A request examines at most 10,000 contacts. With a next_cursor, send it as cursor with the same filter and add the counts.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'body' },
  data: 'write',
  writes: [],
  readsSecrets: ['address-keys'],
  limiter: 'api',
  idempotent: true,
  body: z.object({
    brand_id: uuid,
    filter: segmentFilter,
    cursor: z.string().min(1).max(2048).optional(),
  }),
  responses: {
    200: {
      description: 'The counts, and the first five contacts',
      schema: dataOf(
        z.object({
          examined: z.int(),
          matched: z.int(),
          /** Matched contacts to whom a campaign of the channel would go. */
          reachable: channelCounts,
          sample: z.array(contact),
          next_cursor: z.string().nullable(),
        }),
      ),
    },
  },
  errors: ['invalid_cursor'],
});
