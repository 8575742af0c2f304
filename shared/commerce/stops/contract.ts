import * as z from 'zod';
import { orderStatuses, paymentStates } from '#commerce/orders/order.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import {
  calendarDay,
  cursorQuery,
  dataOf,
  moneyAmount,
  pageOf,
  queryInteger,
  timestamp,
  typedText,
  uuid,
} from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'stops');

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** A time of day on the wall clock of the brand, `HH:MM`. */
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 08:30');

const hours = z
  .object({ weekday: z.enum(weekdays), opens: timeOfDay, closes: timeOfDay })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Must be later than opens' });

/** Fields that pick lists repeat. */
const place = {
  address: typedText(500).optional(),
};
export const stopPlace = z.object(place);

const stopFields = {
  name: typedText(255),
  ...place,
  notes: z.string().max(1000).optional().describe('Directions for customers'),
  hours: z
    .array(hours)
    .min(1)
    .max(21)
    .describe('Opening times by day of the week, in the time zone of the brand'),
  cut_off: z
    .object({
      days_before: z.int().min(0).max(30),
      time: timeOfDay,
    })
    .optional()
    .describe(
      'Last time for orders: this time, so many days before the pickup. Without it, the opening time',
    ),
  capacity: z.int().min(1).max(100_000).optional().describe('Maximum orders of one pickup day'),
  closed_dates: z.array(calendarDay).max(366).optional().describe('Days without pickup'),
  is_active: z.boolean().default(true),
};

export const stopInput = z.object({ brand_id: uuid, ...stopFields });
export type StopInput = z.output<typeof stopInput>;

/** A replacement removes omitted members. */
export const stopReplacement = z.object(stopFields);
export type StopReplacement = z.output<typeof stopReplacement>;

export const stop = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...stopFields,
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Stop' });
export type Stop = z.output<typeof stop>;

export const pickupDay = z
  .object({
    date: calendarDay,
    hours: z.array(z.object({ opens: timeOfDay, closes: timeOfDay })),
    opens_at: timestamp.describe('First opening of the day'),
    cut_off: timestamp.describe('Orders must be created before this time'),
    orders: z.int().describe('Orders that are not cancelled'),
    capacity: z.int().optional(),
    is_full: z.boolean(),
  })
  .meta({ id: 'PickupDay' });
export type PickupDay = z.output<typeof pickupDay>;

const stopId = z.object({ id: uuid.describe('Id of the stop') });

const aboutStops =
  'Days and times are those of the time zone of the brand, also over changes of daylight saving. Orders refer to stops in brands with stops `managed`.';

export const createStop = endpoint('POST', '/api/v1/stops', 'create-stop', {
  summary: 'Create a pickup location',
  description: aboutStops,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['stops'],
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
  resource: stop,
  responses: { 200: { description: 'The stop', schema: dataOf(stop) } },
  errors: ['not_found'],
});

export const updateStop = endpoint('PUT', '/api/v1/stops/{id}', 'update-stop', {
  summary: 'Replace a pickup location',
  description: `Removes omitted members. Orders that exist keep their pickup day. ${aboutStops}`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['stops'],
  versioned: true,
  parameters: stopId,
  resource: stop,
  body: stopReplacement,
  responses: { 200: { description: 'The replaced stop', schema: dataOf(stop) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteStop = endpoint('DELETE', '/api/v1/stops/{id}', 'delete-stop', {
  summary: 'Delete a pickup location',
  description: 'Orders keep the id of the stop. Set is_active to false to close a stop and keep its name.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['stops'],
  deletes: ['stops'],
  versioned: true,
  parameters: stopId,
  resource: stop,
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
  resource: stop,
  query: z.strictObject({ limit: queryInteger(1, 60, 10).describe('Maximum days') }),
  responses: {
    200: { description: 'Pickup days, earliest first', schema: z.object({ data: z.array(pickupDay) }) },
  },
  errors: ['not_found'],
});

/** A reply of this size stays below the 6 MB of Lambda. */
export const maxPickedOrders = 2000;
export const maxPickedLines = 10_000;

const soldItem = {
  product_id: uuid,
  variant_id: z.string().optional(),
  name: z.string().describe('Name of the product; its id for a product that does not exist'),
  variant_name: z.string().optional(),
  sku: z.string().optional(),
  unit: z.string().optional(),
  unit_quantity: z.number().optional(),
  weight_grams: z.int().optional().describe('Weight of one'),
};

const pickTotal = z.object({ ...soldItem, quantity: z.int() }).meta({ id: 'PickTotal' });
export type PickTotal = z.output<typeof pickTotal>;

const pickedOrder = z
  .object({
    id: uuid,
    number: z.int().describe('Number of the order in its brand'),
    status: z.enum(orderStatuses),
    is_packed: z.boolean().describe('The status is ready or completed'),
    customer_name: z.string().optional(),
    customer_phone: z.string().optional(),
    notes: z.string().optional(),
    total: moneyAmount,
    payment_state: z.enum(paymentStates),
    collect_cents: z.int().describe('What the customer still has to pay'),
    return_cents: z.int().describe('What was paid beyond the amount due'),
    created_at: timestamp,
    version: z.int(),
    lines: z.array(pickTotal).describe('Heaviest products first, then by name'),
  })
  .meta({ id: 'PickedOrder' });
export type PickedOrder = z.output<typeof pickedOrder>;

const pickedStop = z
  .object({
    stop_id: uuid.nullable().describe('Null for orders without a stop'),
    name: z.string().nullable().describe('Null for a stop that does not exist'),
    ...place,
    order_count: z.int(),
    packed_count: z.int(),
    collect_cents: z.int().describe('What the customers of the stop still have to pay'),
    totals: z.array(pickTotal),
    orders: z.array(pickedOrder),
  })
  .meta({ id: 'PickedStop' });
export type PickedStop = z.output<typeof pickedStop>;

export const pickList = z
  .object({
    brand_id: uuid,
    brand_name: z.string(),
    date: calendarDay,
    created_at: timestamp,
    order_count: z.int(),
    packed_count: z.int(),
    totals: z.array(pickTotal),
    stops: z.array(pickedStop),
  })
  .meta({ id: 'PickList' });
export type PickList = z.output<typeof pickList>;

const exampleCsv =
  'stop,number,order_id,customer,status,product,variant,sku,unit,unit_quantity,quantity,notes,payment_state,collect,return,stop_collect\r\n' +
  'Market square,1042,0199a1c4-7e3a-7c08-b1f6-90d2a4c5e813,Olive Fern,confirmed,Heirloom tomatoes,,TOM-1,lb,1,3,Please pack in paper bags,unpaid,12.76,0,12.76\r\n';

export const getPickList = endpoint('GET', '/api/v1/pick-lists', 'get-pick-list', {
  summary: 'Get the pick list of a pickup day',
  description:
    'The pickup lines of all orders of the day by stop, without cancelled orders, with totals by product and variant. A new order appears within moments. PUT /api/v1/orders/{id}/status with `ready` marks an order as packed. A list has at most 2,000 orders and 10,000 lines; choose a stop for larger days. CSV has one line for each order line. The first line of an order has its amounts, and the first line of a stop the sum of what is to collect there, so that each column can be added up.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    date: calendarDay.describe('Pickup day, YYYY-MM-DD'),
    stop_id: uuid.optional().describe('Orders of this stop only'),
    status: z.enum(orderStatuses).optional().describe('Orders in this status only'),
    format: z.enum(['json', 'csv']).optional().describe('Overrides the Accept header'),
  }),
  responses: {
    200: { description: 'The pick list', schema: dataOf(pickList), text: { 'text/csv': exampleCsv } },
  },
  errors: ['pick_list_too_large'],
});
