import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';
import { centsInput } from './order-amounts.ts';
import { order } from './orders.ts';

const endpoint = endpointsOf('commerce', 'orders');

const orderId = z.object({ id: uuid.describe('Id of the order') });

export const paymentMethods = ['cash', 'card', 'check', 'bank_transfer', 'other'] as const;

const method = z.enum(paymentMethods);
const recordFields = {
  amount_cents: centsInput.min(1),
  method,
  /** Number of the payment in another system, such as that of a check. */
  reference: z.string().min(1).max(255).optional(),
};

const paymentInput = z.object({
  ...recordFields,
  /** `authorization` reserves an amount, `payment` receives it, and `void` gives an authorization up. */
  kind: z.enum(['authorization', 'payment', 'void']).default('payment'),
  note: z.string().min(1).max(500).optional(),
});
export type PaymentInput = z.output<typeof paymentInput>;

const refundInput = z
  .object({
    ...recordFields,
    /** 0 only with return_credit. */
    amount_cents: centsInput,
    reason: z.string().trim().min(1).max(500),
    /** Returns the consumed stock of a completed order to the stock on hand. */
    restock: z.boolean().default(false),
    /** Gives the referral credit of the order back, also without a refund of all payments. */
    return_credit: z.boolean().default(false),
  })
  .refine(({ amount_cents, return_credit }) => amount_cents > 0 || return_credit, {
    path: ['amount_cents'],
    message: 'A refund of 0 needs return_credit',
  });
export type RefundInput = z.output<typeof refundInput>;

export const orderPayment = z
  .object({
    id: uuid,
    order_id: uuid,
    brand_id: uuid,
    kind: z.enum(['authorization', 'payment', 'void', 'refund']),
    ...recordFields,
    amount_cents: z.number(),
    currency: z.string(),
    note: z.string().optional(),
    reason: z.string().optional(),
    restocked: z.boolean().optional(),
    /** Referral credit that the refund gave back. */
    credit_cents: z.number().optional(),
    /** Subject of the caller who recorded it. */
    by: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'OrderPayment' });
export type OrderPayment = z.output<typeof orderPayment>;

const recorded = dataOf(z.object({ payment: orderPayment, order }));

const shared = {
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  // A refund can put stock and referral credit back.
  writes: ['orders', 'order-figures', 'contacts', 'contact-history', 'stock', 'referrals', 'referral-credit'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  versioned: true,
  parameters: orderId,
} as const;

export const createOrderPayment = endpoint('POST', '/api/v1/orders/{id}/payments', 'create-order-payment', {
  summary: 'Record a payment of an order',
  description:
    'The amount must not exceed the amount due that is not yet paid. An authorization does not change what is paid; a later payment uses it up. An order is paid when its payments less refunds reach the amount due.',
  ...shared,
  body: paymentInput,
  responses: { 201: { description: 'The record and the order', schema: recorded } },
  errors: ['not_found', 'payment_refused', 'precondition_failed', 'conflict'],
});

export const createOrderRefund = endpoint('POST', '/api/v1/orders/{id}/refunds', 'create-order-refund', {
  summary: 'Record a refund of an order',
  description:
    'Refunds never exceed payments. With restock, the stock of a completed order returns to the stock on hand, once for each order. A refund of all that is paid gives the referral credit of the order back, once; return_credit gives it back with a smaller refund, or with amount_cents 0 for an order that only credit has paid.',
  ...shared,
  body: refundInput,
  responses: { 201: { description: 'The record and the order', schema: recorded } },
  errors: ['not_found', 'refund_refused', 'precondition_failed', 'conflict'],
});

export const listOrderPayments = endpoint('GET', '/api/v1/orders/{id}/payments', 'list-order-payments', {
  summary: 'List the payments and refunds of an order, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: orderId,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Payments and refunds, newest first', schema: pageOf(orderPayment) } },
  errors: ['not_found', 'invalid_cursor'],
});
