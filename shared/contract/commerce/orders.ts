import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, email, moneyAmount, pageOf, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'orders');

/** 1,000 lines fit DynamoDB's limits of 400 kB for an item and 100 actions for a transaction. */
const maxOrderItems = 1000;

/** Maximum quantity of one line. Item counts of reports stay exact for nine million orders of the maximum size. */
const maxQuantity = 1_000_000;

export const orderStatuses = ['pending', 'confirmed', 'ready', 'completed', 'cancelled'] as const;

const orderItem = z.object({
  product_id: uuid,
  quantity: z.int().positive(),
  price: z.number().positive(),
  fulfillment: z.enum(['pickup', 'ship']).default('pickup'),
});

const orderFields = {
  brand_id: uuid,
  customer_email: z.email().optional(),
  customer_name: z.string().min(1).max(255).optional(),
  customer_phone: z
    .string()
    .regex(/^\+?[\d\s\-()]+$/, 'Phone number may contain digits, spaces, +, - and parentheses only')
    .optional(),
  customer_address: z.string().optional(),
  items: z.array(orderItem).min(1).max(maxOrderItems),
  fulfillment: z.enum(['pickup', 'ship', 'mixed']).default('pickup'),
  stop_id: uuid.optional(),
  promo_code: z.string().optional(),
  notes: z.string().max(1000).optional(),
};

/** Only new orders have these limits, because earlier versions stored larger values. */
export const orderInput = z.object({
  ...orderFields,
  customer_email: email.optional(),
  items: z
    .array(orderItem.extend({ quantity: orderItem.shape.quantity.max(maxQuantity) }))
    .min(1)
    .max(maxOrderItems),
});
export type OrderInput = z.output<typeof orderInput>;

export const order = z
  .object({
    id: uuid,
    ...orderFields,
    status: z.enum(orderStatuses),
    total: moneyAmount,
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;
export type OrderStatus = Order['status'];

const orderId = z.object({ id: uuid.describe('Id of the order') });

export const createOrder = endpoint('POST', '/api/v1/orders', 'create-order', {
  summary: 'Create an order',
  description:
    'The total is the exact sum of price x quantity, rounded half up to the cent once. Prices may have any number of decimals. The maximum total is 9,999,999,999.99. In a brand with catalog `managed`, every product must exist and be active. In a brand with prices `match`, every price must equal the price of its product.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  limiter: 'checkout',
  idempotent: true,
  recordsActivity: true,
  body: orderInput,
  responses: { 201: { description: 'The created order', schema: dataOf(order) } },
  errors: ['unknown_product', 'price_mismatch', 'conflict', 'order_not_created'],
});

export const listOrders = endpoint('GET', '/api/v1/orders', 'list-orders', {
  summary: 'List the orders of a brand, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    status: z.enum(orderStatuses).optional().describe('Orders in this status'),
    created_from: datetime.optional().describe('Orders created at this time or later'),
    created_to: datetime.optional().describe('Orders created at this time or earlier'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Orders, newest first', schema: pageOf(order) } },
  errors: ['invalid_cursor'],
});

export const getOrder = endpoint('GET', '/api/v1/orders/{id}', 'get-order', {
  summary: 'Get an order',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: orderId,
  responses: { 200: { description: 'The order', schema: dataOf(order) } },
  errors: ['not_found'],
});

export const updateOrderStatus = endpoint('PUT', '/api/v1/orders/{id}/status', 'update-order-status', {
  summary: 'Change the status of an order',
  description:
    'pending → confirmed → ready → completed; cancelled from any of the first three. Other changes are 409.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  deletes: ['order-figures'],
  versioned: true,
  parameters: orderId,
  body: z.object({ status: z.enum(orderStatuses) }),
  responses: { 200: { description: 'The order in its new status', schema: dataOf(order) } },
  errors: ['not_found', 'illegal_transition', 'precondition_failed', 'conflict'],
});
