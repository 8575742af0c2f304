import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, email, moneyAmount, pageOf, timestamp, uuid } from '../fields.ts';

/** DynamoDB holds an item of at most 400 kB and a transaction of 100 actions; 1,000 lines fit both. */
const maximumOrderItems = 1000;

/** Quantity of one line; item counts of reports stay exact over nine million orders of the largest size. */
const maximumQuantity = 1_000_000;

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
    .regex(/^\+?[\d\s\-()]+$/, 'Not a phone number')
    .optional(),
  customer_address: z.string().optional(),
  items: z.array(orderItem).min(1).max(maximumOrderItems),
  fulfillment: z.enum(['pickup', 'ship', 'mixed']).default('pickup'),
  stop_id: uuid.optional(),
  promo_code: z.string().optional(),
  notes: z.string().max(1000).optional(),
};

/** Quantity and e-mail address are limited for new orders alone: earlier versions stored larger ones. */
export const orderInput = z.object({
  ...orderFields,
  customer_email: email.optional(),
  items: z
    .array(orderItem.extend({ quantity: orderItem.shape.quantity.max(maximumQuantity) }))
    .min(1)
    .max(maximumOrderItems),
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

export const createOrder = declareEndpoint({
  service: 'commerce',
  name: 'create-order',
  method: 'POST',
  path: '/api/v1/orders',
  tag: 'orders',
  summary: 'Create an order',
  description:
    'The total is the sum of price x quantity over the items, computed in exact decimals and rounded once, half up to the cent; a price may have any number of decimals. The total is at most 9,999,999,999.99. Event and reports use this total. In a brand whose catalog is managed every product must exist and be active. In a brand whose prices are `match` every price must also equal the price of its product.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  limiter: 'checkout',
  idempotent: true,
  recordsActivity: true,
  body: orderInput,
  responses: { 201: { description: 'The created order', schema: dataOf(order) } },
  errors: ['unknown_product', 'price_mismatch', 'conflict', 'order_not_created'],
});

export const listOrders = declareEndpoint({
  service: 'commerce',
  name: 'list-orders',
  method: 'GET',
  path: '/api/v1/orders',
  tag: 'orders',
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

export const getOrder = declareEndpoint({
  service: 'commerce',
  name: 'get-order',
  method: 'GET',
  path: '/api/v1/orders/{id}',
  tag: 'orders',
  summary: 'One order',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: orderId,
  responses: { 200: { description: 'The order', schema: dataOf(order) } },
  errors: ['not_found'],
});

export const updateOrderStatus = declareEndpoint({
  service: 'commerce',
  name: 'update-order-status',
  method: 'PUT',
  path: '/api/v1/orders/{id}/status',
  tag: 'orders',
  summary: 'Move an order to its next status',
  description:
    'pending → confirmed → ready → completed; cancelled from any of the first three. Other moves are 409.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  deletes: ['order-figures'],
  versioned: true,
  parameters: orderId,
  body: z.object({ status: z.enum(orderStatuses) }),
  responses: { 200: { description: 'The order in its new status', schema: dataOf(order) } },
  errors: ['not_found', 'illegal_transition', 'precondition_failed', 'conflict'],
});
