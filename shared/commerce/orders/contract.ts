import * as z from 'zod';
import { endpointsOf, type ValidInput } from '#contract/endpoint.ts';
import {
  cursorQuery,
  dataOf,
  datetime,
  pageOf,
  rangeEnd,
  timestamp,
  typedText,
  uuid,
} from '#contract/fields.ts';
import { foldedText } from '#contract/text-forms.ts';
import {
  centsInput,
  fulfillments,
  order,
  orderInput,
  orderPayment,
  orderStatuses,
  paymentInput,
  paymentStates,
  ratePercent,
  refundInput,
} from './order.ts';

const endpoint = endpointsOf('commerce', 'orders');

/** Records that change with an order. */
const writtenWithOrders = [
  'orders',
  'order-figures',
  'contacts',
  'contact-history',
  'stock',
  'stops',
  'referrals',
  'referral-credit',
] as const;

/** Orders depend on stock and limits, which concurrent orders change. */
export const orderAttempts = 10;

const orderId = z.object({ id: uuid.describe('Id of the order') });

export const createOrder = endpoint('POST', '/api/v1/orders', 'create-order', {
  summary: 'Create an order',
  description:
    'The total is the exact sum of price x quantity, rounded half up to the cent once. Prices may have any number of decimals. The maximum total is 9,999,999,999.99. In a brand with catalog `managed`, every product must exist and be active. In a brand with prices `match`, every price must equal the price of its product. In a brand with stops `managed`, the stop must be active, and pickup_date one of its days before the cut-off with capacity left. amount_due is the total less discounts and credit plus shipping and taxes, in the currency of the brand. Lines of discounts, shipping and taxes come from the body, else from the settings of the brand. With promotions `on`, promo_code must be valid. credit_cents uses that much referral credit of the customer, who is known by customer_email. An order reserves the tracked stock of its products, or is refused whole; at most 70 products or variants of an order can have tracked stock. `number` counts the orders of the brand from 1001 in the order of their creation. Numbers can have gaps, because an order that could not be stored may have taken one, but no number is used twice. A replay has the number of the first reply.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  readsSecrets: ['address-keys'],
  writes: [...writtenWithOrders, 'promo-codes', 'order-numbers'],
  limiter: 'checkout',
  idempotent: true,
  recordsActivity: true,
  wakesWorkers: true,
  attempts: orderAttempts,
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

const queryFlag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ openapi: { type: 'string', enum: ['true', 'false'] } });

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
      .describe(
        'Beginnings of words in number, customer, address, notes or promo code; up to five words. `#1042` finds the order of this number',
      ),
    status: z.enum(orderStatuses).optional().describe('Orders in this status'),
    fulfillment: z.enum(fulfillments).optional().describe('Orders of this fulfillment'),
    ships: queryFlag.optional().describe('Orders whose delivery is ship or mixed, or the others'),
    collects: queryFlag.optional().describe('Orders with an amount to collect, or the others'),
    returns: queryFlag.optional().describe('Orders with an amount to return, or the others'),
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

/** Filters and page of the orders of a brand. Times are RFC 3339 UTC, both ends included. */
export type OrderListQuery = ValidInput<typeof listOrders>['query'];

export const getOrder = endpoint('GET', '/api/v1/orders/{id}', 'get-order', {
  summary: 'Get an order',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: orderId,
  resource: order,
  responses: { 200: { description: 'The order', schema: dataOf(order) } },
  errors: ['not_found'],
});

const changingOrder = {
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: [...writtenWithOrders, 'promo-codes'],
  attempts: orderAttempts,
  wakesWorkers: true,
  parameters: orderId,
  resource: order,
  versioned: true,
} as const;

export const updateOrderStatus = endpoint('PUT', '/api/v1/orders/{id}/status', 'update-order-status', {
  summary: 'Change the status of an order',
  description:
    'pending → confirmed → ready → completed; cancelled from any of the first three. Other changes are 409. A cancelled order releases its stock and its use of a promo code, and gives its referral credit back; a completed order consumes its stock. The reason of a cancellation is kept with the order.',
  ...changingOrder,
  deletes: ['order-figures'],
  body: z
    .object({ status: z.enum(orderStatuses), reason: z.string().trim().min(1).max(500).optional() })
    .refine(({ status, reason }) => reason === undefined || status === 'cancelled', {
      path: ['reason'],
      message: 'Only a cancellation has a reason',
    }),
  responses: { 200: { description: 'The order in its new status', schema: dataOf(order) } },
  errors: ['not_found', 'illegal_transition', 'precondition_failed', 'conflict'],
});

/** JSON merge patch (RFC 7396): an omitted member stays, and null removes a member. Items are replaced as a whole. */
export const orderEdit = z
  .strictObject({
    customer_email: orderInput.shape.customer_email,
    customer_name: orderInput.shape.customer_name.nullable(),
    customer_phone: orderInput.shape.customer_phone.nullable(),
    customer_address: orderInput.shape.customer_address.nullable(),
    items: orderInput.shape.items.optional(),
    fulfillment: z.enum(fulfillments).optional(),
    stop_id: orderInput.shape.stop_id.nullable(),
    pickup_date: orderInput.shape.pickup_date.nullable(),
    promo_code: orderInput.shape.promo_code.nullable(),
    notes: orderInput.shape.notes.nullable(),
    discount_lines: orderInput.shape.discount_lines.nullable(),
    shipping_lines: orderInput.shape.shipping_lines.nullable(),
    tax_lines: orderInput.shape.tax_lines.nullable(),
    reason: z.string().trim().min(1).max(500).optional().describe('Why; required for a confirmed order'),
  })
  .refine(({ reason, ...edit }) => Object.values(edit).some((value) => value !== undefined), {
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
  summary: 'Edit a pending order, or lower a confirmed one',
  description:
    'The body is a JSON merge patch: an omitted member stays, and null removes a member. Items are replaced as a whole. Catalog, price and stock are checked for lines that are new or whose quantity rises, and the stop and the pickup date if one of them changes. Lines that the order had keep their names. A new promo_code is checked as in a new order; null removes it and gives its use back. A kept code applies to the new items with the percentage or amount that it had, also after it has ended; its rules about the customer are checked again if the order becomes that of another person. Amounts stay unless items, fulfillment, promo code or lines of discounts, shipping and taxes change. In a confirmed order, only quantities can be lowered or lines removed, with a reason; its shipping fee, its tax rates and its promo code stay. Lines of discounts, shipping and taxes that the caller gave stay; null returns to those of the settings. Credit beyond the new amount due goes back to the customer.',
  ...changingOrder,
  readsSecrets: ['address-keys'],
  tooMany: 'edit_too_large',
  // An order that moves to another contact leaves the ledger of its earlier one.
  deletes: ['order-figures', 'contact-history'],
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
  resource: order,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Changes, newest first', schema: pageOf(orderChange) } },
  errors: ['not_found', 'invalid_cursor'],
});

const recorded = dataOf(z.object({ payment: orderPayment, order }));

const shared = {
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  // A refund can put stock and referral credit back.
  writes: ['orders', 'order-figures', 'contacts', 'contact-history', 'stock', 'referrals', 'referral-credit'],
  wakesWorkers: true,
  attempts: orderAttempts,
  limiter: 'api',
  idempotent: true,
  versioned: true,
  parameters: orderId,
} as const;

export const createOrderPayment = endpoint('POST', '/api/v1/orders/{id}/payments', 'create-order-payment', {
  summary: 'Record a payment of an order',
  description:
    'The amount must not exceed amount_due_cents less what was paid and not refunded. An authorization does not change what is paid; a later payment uses it up. A payment after a refund takes back what the refund allowed, so an order that is refunded and paid again is paid.',
  ...shared,
  resource: order,
  body: paymentInput,
  responses: { 201: { description: 'The record and the order', schema: recorded } },
  errors: ['not_found', 'payment_refused', 'precondition_failed', 'conflict'],
});

export const createOrderRefund = endpoint('POST', '/api/v1/orders/{id}/refunds', 'create-order-refund', {
  summary: 'Record a refund of an order',
  description:
    'Refunds never exceed payments. A refund returns an overpayment first. The rest lowers what is due if the order is fully paid (allowed_cents), unless keeps_due is true. With `of` or items, it lowers the shipping or these products only, by at most what they cost less what earlier refunds took off them. With restock, the stock of a completed order returns to the stock on hand, once for each order. A refund of all that is paid gives the referral credit of the order back, unless the customer still has to pay; return_credit gives it back with a smaller refund, or with amount_cents 0 for an order that only credit has paid.',
  ...shared,
  resource: order,
  body: refundInput,
  responses: { 201: { description: 'The record and the order', schema: recorded } },
  errors: ['not_found', 'refund_refused', 'precondition_failed', 'conflict'],
});

export const listOrderPayments = endpoint('GET', '/api/v1/orders/{id}/payments', 'list-order-payments', {
  summary: 'List the payments and refunds of an order, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: orderId,
  resource: order,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Payments and refunds, newest first', schema: pageOf(orderPayment) } },
  errors: ['not_found', 'invalid_cursor'],
});

const settingsEndpoint = endpointsOf('commerce', 'brands');

const settingsFields = {
  /** `off`: promo codes are stored and have no effect. `on`: a promo code must be valid, and lowers the amount due. */
  promotions: z.enum(['off', 'on']).default('off'),
  /** Whether the prices of products contain the taxes. */
  taxes_included: z.boolean().default(false),
  /** Rates by tax category of the product. The rate without a category applies to all other products. */
  tax_rates: z
    .array(
      z.object({
        label: z.string().min(1).max(100),
        category: z.string().min(1).max(255).optional(),
        rate_percent: ratePercent,
      }),
    )
    .max(20)
    .refine(
      (rates) => new Set(rates.map(({ category = '' }) => foldedText(category))).size === rates.length,
      {
        message: 'Each category can have one rate',
      },
    )
    .default([]),
  /** Fee of orders that are shipped wholly or in part. */
  shipping: z
    .object({
      label: z.string().min(1).max(100).default('Shipping'),
      fee_cents: centsInput,
      /** Goods of this amount after discounts are shipped free. */
      free_from_cents: centsInput.optional(),
    })
    .optional(),
};

export const orderSettingsInput = z.object(settingsFields);

export const orderSettings = z
  .object({ brand_id: uuid, ...settingsFields, updated_at: timestamp.optional(), version: z.int() })
  .meta({ id: 'OrderSettings' });
export type OrderSettings = z.output<typeof orderSettings>;

const brandId = z.object({ brand_id: uuid.describe('Id of the brand') });

export const getOrderSettings = settingsEndpoint(
  'GET',
  '/api/v1/brands/{brand_id}/order-settings',
  'get-order-settings',
  {
    summary: 'Get the settings of orders: promotions, taxes and shipping',
    description: 'A brand without settings has the defaults, with version 0.',
    access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'path' },
    data: 'read',
    versioned: true,
    parameters: brandId,
    resource: orderSettings,
    responses: { 200: { description: 'The settings', schema: dataOf(orderSettings) } },
  },
);

export const updateOrderSettings = settingsEndpoint(
  'PUT',
  '/api/v1/brands/{brand_id}/order-settings',
  'update-order-settings',
  {
    summary: 'Replace the settings of orders',
    description:
      'New settings apply to new orders and to edits. An omitted member gets its default. Tax rates match the tax category of a product, else its category.',
    access: { kind: 'brand', roles: ['owner'], brand: 'path' },
    data: 'write',
    writes: ['orders'],
    versioned: true,
    parameters: brandId,
    resource: orderSettings,
    body: orderSettingsInput,
    responses: { 200: { description: 'The replaced settings', schema: dataOf(orderSettings) } },
    errors: ['precondition_failed', 'conflict'],
  },
);
