import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';
import { order, orderInput, orderStatuses, writtenWithOrders } from './orders.ts';

const endpoint = endpointsOf('commerce', 'orders');

const orderId = z.object({ id: uuid.describe('Id of the order') });

const { shape } = orderInput;

/** JSON merge patch (RFC 7396): an omitted member stays, and null removes a member. Items are replaced as a whole. */
export const orderEdit = z
  .strictObject({
    customer_email: shape.customer_email,
    customer_name: shape.customer_name.nullable(),
    customer_phone: shape.customer_phone.nullable(),
    customer_address: shape.customer_address.nullable(),
    items: shape.items.optional(),
    fulfillment: shape.fulfillment.unwrap().optional(),
    stop_id: shape.stop_id.nullable(),
    pickup_date: shape.pickup_date.nullable(),
    notes: shape.notes.nullable(),
    discount_lines: shape.discount_lines.nullable(),
    shipping_lines: shape.shipping_lines.nullable(),
    tax_lines: shape.tax_lines.nullable(),
  })
  .refine((edit) => Object.values(edit).some((value) => value !== undefined), {
    message: 'An edit changes at least one member',
  });
export type OrderEdit = z.output<typeof orderEdit>;

/** A change of an order. */
export const orderChange = z
  .object({
    order_id: uuid,
    /** Version of the order after the change. */
    version: z.int(),
    at: timestamp,
    /** Subject of the caller, such as `key:<id>`. */
    by: z.string(),
    kind: z.enum(['edited', 'status_changed', 'paid', 'refunded', 'credited', 'erased']),
    /** Members that the change has set, replaced or removed. */
    members: z.array(z.string()),
    status: z.enum(orderStatuses),
    previous_status: z.enum(orderStatuses).optional(),
    reason: z.string().optional(),
    total_cents: z.number(),
    amount_due_cents: z.number(),
  })
  .meta({ id: 'OrderChange' });
export type OrderChange = z.output<typeof orderChange>;

export const editOrder = endpoint('PATCH', '/api/v1/orders/{id}', 'edit-order', {
  summary: 'Edit a pending order',
  description:
    'The body is a JSON merge patch: an omitted member stays, and null removes a member. Items are replaced as a whole. Prices, stock, amounts and the promo code are checked again as in a new order. Lines of discounts, shipping and taxes that the caller gave stay; null returns to those of the settings. Credit beyond the new amount due goes back to the customer.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: writtenWithOrders,
  wakesWorkers: true,
  deletes: ['order-figures'],
  versioned: true,
  parameters: orderId,
  body: orderEdit,
  responses: { 200: { description: 'The edited order', schema: dataOf(order) } },
  errors: [
    'not_found',
    'order_not_editable',
    'unknown_product',
    'price_mismatch',
    'invalid_pickup',
    'pickup_day_full',
    'promo_code_refused',
    'out_of_stock',
    'edit_too_large',
    'precondition_failed',
    'conflict',
  ],
});

export const listOrderChanges = endpoint('GET', '/api/v1/orders/{id}/history', 'list-order-changes', {
  summary: 'List the changes of an order, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: orderId,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Changes, newest first', schema: pageOf(orderChange) } },
  errors: ['not_found', 'invalid_cursor'],
});
