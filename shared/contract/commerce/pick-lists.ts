import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, moneyAmount, timestamp, uuid } from '../fields.ts';
import { orderStatuses } from './orders.ts';
import { calendarDay } from './stop-fields.ts';

const endpoint = endpointsOf('commerce', 'stops');

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
    status: z.enum(orderStatuses),
    is_packed: z.boolean().describe('The status is ready or completed'),
    customer_name: z.string().optional(),
    customer_phone: z.string().optional(),
    notes: z.string().optional(),
    total: moneyAmount,
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
    address: z.string().optional(),
    order_count: z.int(),
    packed_count: z.int(),
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
  'stop,order_id,customer,status,product,variant,sku,unit,unit_quantity,quantity,notes\r\n' +
  'Market square,0199a1c4-7e3a-7c08-b1f6-90d2a4c5e813,Olive Fern,confirmed,Heirloom tomatoes,,TOM-1,lb,1,3,Please pack in paper bags\r\n';

export const getPickList = endpoint('GET', '/api/v1/pick-lists', 'get-pick-list', {
  summary: 'Get the pick list of a pickup day',
  description:
    'The pickup lines of all orders of the day by stop, without cancelled orders, with totals by product and variant. A new order appears within moments. PUT /api/v1/orders/{id}/status with `ready` marks an order as packed. A list has at most 2,000 orders and 10,000 lines; choose a stop for larger days. CSV has one line for each order line.',
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
