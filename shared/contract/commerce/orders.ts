import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import {
  calendarDay,
  cursorQuery,
  dataOf,
  datetime,
  email,
  moneyAmount,
  pageOf,
  rangeEnd,
  tidyText,
  timestamp,
  typedText,
  uuid,
} from '../fields.ts';
import { adjustmentInputs, creditInput, orderAmounts, paymentStates } from './order-amounts.ts';

const endpoint = endpointsOf('commerce', 'orders');

/** 1,000 lines fit DynamoDB's limits of 400 kB for an item and 100 actions for a transaction. */
const maxOrderItems = 1000;

/** Maximum quantity of one line. Item counts of reports stay exact for nine million orders of the maximum size. */
const maxQuantity = 1_000_000;

export const fulfillments = ['pickup', 'ship', 'mixed'] as const;

/** In the order of the work. */
export const orderStatuses = ['pending', 'confirmed', 'ready', 'completed', 'cancelled'] as const;

const orderItem = z.object({
  product_id: uuid,
  variant_id: z.string().min(1).max(64).optional(),
  quantity: z.int().positive().max(maxQuantity),
  price: z.number().positive(),
  fulfillment: z.enum(['pickup', 'ship']).default('pickup'),
});

const orderFields = {
  brand_id: uuid,
  customer_email: email.optional(),
  customer_name: z.string().min(1).max(255).optional(),
  customer_phone: z
    .string()
    .regex(/^\+?[\d\s\-()]+$/, 'Phone number may contain digits, spaces, +, - and parentheses only')
    .optional(),
  customer_address: z.string().optional(),
  items: z.array(orderItem).min(1).max(maxOrderItems),
  fulfillment: z.enum(fulfillments).default('pickup'),
  stop_id: uuid.optional(),
  pickup_date: calendarDay.optional().describe('Day of the pickup at the stop, YYYY-MM-DD'),
  promo_code: z.string().overwrite(tidyText).optional(),
  notes: z.string().max(1000).optional(),
};

export const orderInput = z.object({
  ...orderFields,
  ...adjustmentInputs,
  ...creditInput,
});
export type OrderInput = z.output<typeof orderInput>;

export const order = z
  .object({
    id: uuid,
    ...orderFields,
    /** The contact of the customer; absent for an order without e-mail address and phone. */
    contact_id: uuid.optional(),
    /** Stands for the customer in figures after the erasure of the person. */
    erased_customer_id: uuid.optional(),
    status: z.enum(orderStatuses),
    total: moneyAmount,
    ...orderAmounts,
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;
export type OrderStatus = Order['status'];
export type Fulfillment = Order['fulfillment'];

/** Records that change with an order. */
export const writtenWithOrders = [
  'orders',
  'order-figures',
  'contacts',
  'contact-history',
  'stock',
  'stops',
  'referrals',
  'referral-credit',
] as const;

const orderId = z.object({ id: uuid.describe('Id of the order') });

export const createOrder = endpoint('POST', '/api/v1/orders', 'create-order', {
  summary: 'Create an order',
  description:
    'The total is the exact sum of price x quantity, rounded half up to the cent once. Prices may have any number of decimals. The maximum total is 9,999,999,999.99. In a brand with catalog `managed`, every product must exist and be active. In a brand with prices `match`, every price must equal the price of its product. In a brand with stops `managed`, the stop must be active, and pickup_date one of its days before the cut-off with capacity left. amount_due is the total less discounts and credit plus shipping and taxes, in the currency of the brand. Lines of discounts, shipping and taxes come from the body, else from the settings of the brand. With promotions `on`, promo_code must be valid. credit_cents uses that much referral credit of the customer, who is known by customer_email. An order reserves the tracked stock of its products, or is refused whole; at most 50 products or variants of an order can have tracked stock.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: [...writtenWithOrders, 'promo-codes'],
  limiter: 'checkout',
  idempotent: true,
  recordsActivity: true,
  wakesWorkers: true,
  body: orderInput,
  responses: { 201: { description: 'The created order', schema: dataOf(order) } },
  errors: [
    'unknown_product',
    'price_mismatch',
    'invalid_pickup',
    'pickup_day_full',
    'promo_code_refused',
    'out_of_stock',
    'credit_insufficient',
    'conflict',
    'order_not_created',
  ],
});

export const orderSorts = ['created', '-created', 'total', '-total', 'status', '-status'] as const;

export const listOrders = endpoint('GET', '/api/v1/orders', 'list-orders', {
  summary: 'List and search the orders of a brand, newest first',
  description:
    'All filters must match. A request reads a bounded part of the index, so a page may hold fewer orders than limit and still have a next_cursor. Lists by created time are strongly consistent, except with status alone, customer e-mail or stop_id; those and lists by total follow a change within moments.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    customer: typedText(255)
      .optional()
      .describe('E-mail address of the customer, or beginnings of the words of the name'),
    text: typedText(255)
      .optional()
      .describe('Beginnings of words in customer, address, notes or promo code; up to five words'),
    status: z.enum(orderStatuses).optional().describe('Orders in this status'),
    fulfillment: z.enum(fulfillments).optional().describe('Orders of this fulfillment'),
    stop_id: uuid.optional().describe('Orders of this stop'),
    product_id: uuid.optional().describe('Orders with this product'),
    payment_state: z.enum(paymentStates).optional().describe('Orders in this state of payment'),
    created_from: datetime.optional().describe('Orders created at this time or later'),
    created_to: rangeEnd.optional().describe('Orders created at this time or earlier'),
    sort: z
      .enum(orderSorts)
      .default('-created')
      .describe('Order of the list; `-` is descending. Orders of one status or total are newest first'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Orders, newest first by default', schema: pageOf(order) } },
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
    'pending → confirmed → ready → completed; cancelled from any of the first three. Other changes are 409. A cancelled order releases its stock and its use of a promo code, and gives its referral credit back; a completed order consumes its stock. The reason of a cancellation is kept with the order.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: [...writtenWithOrders, 'promo-codes'],
  wakesWorkers: true,
  deletes: ['order-figures'],
  versioned: true,
  parameters: orderId,
  body: z
    .object({ status: z.enum(orderStatuses), reason: z.string().trim().min(1).max(500).optional() })
    .refine(({ status, reason }) => reason === undefined || status === 'cancelled', {
      path: ['reason'],
      message: 'Only a cancellation has a reason',
    }),
  responses: { 200: { description: 'The order in its new status', schema: dataOf(order) } },
  errors: ['not_found', 'illegal_transition', 'precondition_failed', 'conflict'],
});
