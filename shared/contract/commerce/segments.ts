import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, typedText, uuid } from '../fields.ts';
import { contact } from './contacts.ts';
import { segmentFilter } from './segment-filter.ts';

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
