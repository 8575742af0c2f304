import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, queryInteger, uuid } from '../fields.ts';
import { pickupDay, stop, stopInput, stopReplacement } from './stop-fields.ts';

const endpoint = endpointsOf('commerce', 'stops');

const stopId = z.object({ id: uuid.describe('Id of the stop') });

const aboutStops =
  'Days and times are those of the time zone of the brand, also over changes of daylight saving. Orders refer to stops in brands with stops `managed`.';

export const createStop = endpoint('POST', '/api/v1/stops', 'create-stop', {
  summary: 'Create a pickup location',
  description: aboutStops,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  limiter: 'api',
  idempotent: true,
  body: stopInput,
  responses: { 201: { description: 'The created stop', schema: dataOf(stop) } },
});

export const listStops = endpoint('GET', '/api/v1/stops', 'list-stops', {
  summary: 'List pickup locations, oldest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Stops, oldest first', schema: pageOf(stop) } },
  errors: ['invalid_cursor'],
});

export const getStop = endpoint('GET', '/api/v1/stops/{id}', 'get-stop', {
  summary: 'Get a pickup location',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: stopId,
  responses: { 200: { description: 'The stop', schema: dataOf(stop) } },
  errors: ['not_found'],
});

export const updateStop = endpoint('PUT', '/api/v1/stops/{id}', 'update-stop', {
  summary: 'Replace a pickup location',
  description: `Removes omitted members. Orders that exist keep their pickup day. ${aboutStops}`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  versioned: true,
  parameters: stopId,
  body: stopReplacement,
  responses: { 200: { description: 'The replaced stop', schema: dataOf(stop) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteStop = endpoint('DELETE', '/api/v1/stops/{id}', 'delete-stop', {
  summary: 'Delete a pickup location',
  description: 'Orders keep the id of the stop. Set is_active to false to close a stop and keep its name.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  deletes: ['products'],
  versioned: true,
  parameters: stopId,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const listPickupDays = endpoint('GET', '/api/v1/stops/{id}/pickup-days', 'list-pickup-days', {
  summary: 'List the next pickup days of a stop that take orders',
  description:
    'Days whose cut-off has not passed, of the next 366 days. A full day is listed with is_full. An inactive stop has none.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: stopId,
  query: z.strictObject({ limit: queryInteger(1, 60, 10).describe('Maximum days') }),
  responses: {
    200: { description: 'Pickup days, earliest first', schema: z.object({ data: z.array(pickupDay) }) },
  },
  errors: ['not_found'],
});
