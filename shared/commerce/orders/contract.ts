import * as z from 'zod';
import { endpointsOf, type ValidInput } from '#contract/endpoint.ts';
import {
  calendarDay,
  cursorQuery,
  dataOf,
  datetime,
  email,
  moneyAmount,
  pageOf,
  rangeEnd,
  timestamp,
  typedText,
  uuid,
} from '#contract/fields.ts';
import { foldedText, tidyText } from '#contract/text-forms.ts';

/** Maximum of one amount: the maximum total of an order. */
export const centsInput = z.int().min(0).max(999_999_999_999);

/** Whole cents of a stored order. */
const cents = z.int();

const label = z.string().min(1).max(100);

/** A rate with at most four decimals, such as 7.25. */
export const ratePercent = z
  .number()
  .min(0)
  .max(100)
  .refine((rate) => /^\d+(\.\d{1,4})?$/.test(String(rate)), 'A rate has at most four decimals');

/** Products whose lines a discount lowers; all products without it. */
const discounted = z.array(z.guid()).min(1).max(1000);

/** Lines that the caller gives. They replace those that follow from the settings of the brand. */
const adjustmentInputs = {
  discount_lines: z
    .array(z.object({ label, amount_cents: centsInput.min(1), product_ids: discounted.optional() }))
    .min(1)
    .max(10)
    .optional(),
  shipping_lines: z
    .array(z.object({ label, amount_cents: centsInput }))
    .min(1)
    .max(5)
    .optional(),
  tax_lines: z
    .array(z.object({ label, amount_cents: centsInput, rate_percent: ratePercent.optional() }))
    .min(1)
    .max(20)
    .optional(),
};

/** Referral credit of the customer that a new order uses. */
const creditInput = {
  credit_cents: centsInput.optional().describe('Referral credit of the customer that the order uses'),
};

/** Origin of a line: given by the caller, or derived from the settings of the brand or from a promo code. */
const source = z.enum(['caller', 'brand', 'promo_code']);

const line = { label, amount_cents: cents, source };
const adjustmentLine = z.object(line);
export type AdjustmentLine = z.output<typeof adjustmentLine>;

const discountLine = z.object({ ...line, product_ids: discounted.optional() });
export type DiscountLine = z.output<typeof discountLine>;

const taxLine = z.object({ ...line, rate_percent: z.number().optional() });
export type TaxLine = z.output<typeof taxLine>;

/** States of the payment of an order. */
export const paymentStates = [
  'unpaid',
  'authorized',
  'partially_paid',
  'paid',
  'overpaid',
  'partially_refunded',
  'refunded',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The promo code that lowers the amount due, and whose use counts for its limits. */
const promotion = z.object({
  id: z.guid(),
  code: z.string(),
  /** Identifies the promo code among those with the same code, of which the earlier are deleted. */
  issue: z.string(),
  free_shipping: z.boolean(),
  discount_cents: cents,
  product_ids: discounted.optional(),
});
export type AppliedPromotion = z.output<typeof promotion>;

const stockStates = ['reserved', 'consumed', 'released', 'restocked'] as const;

const heldStock = z.object({
  state: z.enum(stockStates),
  lines: z.array(z.object({ product_id: z.guid(), variant_id: z.string().optional(), quantity: z.number() })),
});
export type HeldStock = z.output<typeof heldStock>;

/** Amounts of an order beside its total. Subtotal and total are the sum of price x quantity. */
const orderAmounts = {
  currency: z.string(),
  subtotal_cents: cents,
  discount_cents: cents,
  shipping_cents: cents,
  tax_cents: cents,
  credit_cents: cents,
  total_cents: cents,
  /** subtotal - discounts + shipping + taxes - credit. Taxes that prices include are not added. */
  amount_due_cents: cents,
  amount_due: moneyAmount,
  taxes_included: z.boolean(),
  discount_lines: z.array(discountLine),
  shipping_lines: z.array(adjustmentLine),
  tax_lines: z.array(taxLine),
  /** Follows from what is due, paid, refunded and allowed. */
  payment_state: z.enum(paymentStates),
  authorized_cents: cents,
  paid_cents: cents,
  refunded_cents: cents,
  /** What refunds took off the amount due. */
  allowed_cents: cents,
  /** The part of allowed_cents that lowers what the goods are worth: without shipping and taxes. */
  allowed_goods_cents: cents,
  allowed_shipping_cents: cents,
  /** The part of allowed_goods_cents that names products. */
  allowed_products: z.array(z.object({ product_id: z.guid(), cents })).optional(),
  /** Missing payment: amount_due_cents less allowed_cents and less what was paid and not refunded. Nothing of a cancelled order. */
  collect_cents: cents,
  /** What was paid and not refunded beyond the amount due. */
  return_cents: cents,
  /** Credit that a cancellation or refund gave back. It no longer counts in credit_cents. */
  credit_returned_cents: cents.optional(),
  promotion: promotion.optional(),
  /** Stock that the order holds or held; absent if none of its products has tracked stock. */
  stock: heldStock.optional(),
  cancel_reason: z.string().optional(),
};

const endpoint = endpointsOf('commerce', 'orders');

/** 1,000 lines fit DynamoDB's limits of 400 kB for an item and 100 actions for a transaction. */
const maxOrderItems = 1000;

/** Maximum quantity of one line. Item counts of reports stay exact for nine million orders of the maximum size. */
const maxQuantity = 1_000_000;

export const fulfillments = ['pickup', 'ship', 'mixed'] as const;

/** In the order of the work. */
export const orderStatuses = ['pending', 'confirmed', 'ready', 'completed', 'cancelled'] as const;

const deliveries = ['pickup', 'ship'] as const;

const orderItem = z.object({
  product_id: uuid,
  variant_id: z.string().min(1).max(64).optional(),
  quantity: z.int().positive().max(maxQuantity),
  price: z.number().positive(),
  fulfillment: z.enum(deliveries).optional().meta({ default: 'pickup' }),
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
  fulfillment: z.enum(fulfillments).optional().meta({ default: 'pickup' }),
  stop_id: uuid.optional(),
  pickup_date: calendarDay.optional().describe('Day of the pickup at the stop, YYYY-MM-DD'),
  sold_at: datetime
    .optional()
    .describe('Time of a sale without signal, at most 7 days ago. Days, figures and lists follow it'),
  promo_code: z.string().overwrite(tidyText).optional(),
  notes: z.string().max(1000).optional(),
};

const givenFulfillment = z
  .literal(true)
  .optional()
  .describe('Absent if fulfillment is the default, not a given value');

/** What a line sold, as it was named then: a later change or deletion of the product leaves it. */
const soldItem = z.object({
  name: z.string(),
  variant_name: z.string().optional(),
  sku: z.string().optional(),
  unit: z.string().optional(),
  unit_quantity: z.number().optional(),
  weight_grams: z.number().optional(),
  /** Tax category of the product, else its category. */
  tax_category: z.string().optional(),
});
export type SoldItem = z.output<typeof soldItem>;

const orderLine = orderItem.extend({
  fulfillment: z.enum(deliveries),
  fulfillment_given: givenFulfillment,
  delivery: z.enum(deliveries).describe('The given fulfillment of the item, else of the order, else pickup'),
  /** Parts of the line in the amounts of the order. Absent if zero. */
  discount_cents: cents.optional(),
  tax_cents: cents.optional(),
  sold: soldItem.optional().describe('Absent for a product of an external catalog'),
});

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
    items: z.array(orderLine).min(1).max(maxOrderItems),
    fulfillment: z.enum(fulfillments),
    fulfillment_given: givenFulfillment,
    delivery: z.enum(fulfillments).describe('Follows from the items; mixed also if order and items disagree'),
    stop_name: z.string().optional().describe('Name of the stop when it was chosen'),
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
    'The total is the exact sum of price x quantity, rounded half up to the cent once. Prices may have any number of decimals. The maximum total is 9,999,999,999.99. In a brand with catalog `managed`, every product must exist and be active. In a brand with prices `match`, every price must equal the price of its product. In a brand with stops `managed`, the stop must be active, and pickup_date one of its days before the cut-off with capacity left. amount_due is the total less discounts and credit plus shipping and taxes, in the currency of the brand. Lines of discounts, shipping and taxes come from the body, else from the settings of the brand. With promotions `on`, promo_code must be valid. credit_cents uses that much referral credit of the customer, who is known by customer_email. An order reserves the tracked stock of its products, or is refused whole; at most 70 products or variants of an order can have tracked stock.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  readsSecrets: ['address-keys'],
  writes: [...writtenWithOrders, 'promo-codes'],
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
      .describe('Beginnings of words in customer, address, notes or promo code; up to five words'),
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

export const updateOrderStatus = endpoint('PUT', '/api/v1/orders/{id}/status', 'update-order-status', {
  summary: 'Change the status of an order',
  description:
    'pending → confirmed → ready → completed; cancelled from any of the first three. Other changes are 409. A cancelled order releases its stock and its use of a promo code, and gives its referral credit back; a completed order consumes its stock. The reason of a cancellation is kept with the order.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: [...writtenWithOrders, 'promo-codes'],
  wakesWorkers: true,
  attempts: orderAttempts,
  deletes: ['order-figures'],
  versioned: true,
  parameters: orderId,
  resource: order,
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
    'The body is a JSON merge patch: an omitted member stays, and null removes a member. Items are replaced as a whole. Catalog, price and stock are checked for lines that are new or whose quantity rises, and the stop and the pickup date if one of them changes. Lines that the order had keep their names. A new promo_code is checked as in a new order; null removes it and gives its use back. A kept code applies to the new items, also after it has ended; its rules about the customer are checked again if customer_email changes. In a confirmed order, only quantities can be lowered or lines removed, with a reason; its shipping fee and its promo code stay. Lines of discounts, shipping and taxes that the caller gave stay; null returns to those of the settings. Credit beyond the new amount due goes back to the customer.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  readsSecrets: ['address-keys'],
  writes: [...writtenWithOrders, 'promo-codes'],
  wakesWorkers: true,
  attempts: orderAttempts,
  tooMany: 'edit_too_large',
  // An order that moves to another contact leaves the ledger of its earlier one.
  deletes: ['order-figures', 'contact-history'],
  versioned: true,
  parameters: orderId,
  resource: order,
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

/** What a refund is for. Without it, goods, shipping and taxes share the refund. */
const refundScope = {
  of: z.literal('shipping').optional(),
  items: z
    .array(orderItem.pick({ product_id: true, variant_id: true, quantity: true }))
    .min(1)
    .max(maxOrderItems)
    .optional(),
  /** The customer will pay again, so the refund does not lower what is due. */
  keeps_due: z.boolean().optional(),
};

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
    ...refundScope,
  })
  .refine(({ amount_cents, return_credit }) => amount_cents > 0 || return_credit, {
    path: ['amount_cents'],
    message: 'A refund of 0 needs return_credit',
  })
  .refine(({ of, items }) => of === undefined || items === undefined, {
    path: ['items'],
    message: 'A refund is of the shipping or of items',
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
    ...refundScope,
    /** The part of the refund that lowers what is due. */
    allowed_cents: z.number().optional(),
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
    'Refunds never exceed payments. A refund returns an overpayment first. The rest lowers what is due if the order is fully paid (allowed_cents), unless keeps_due is true. With `of` or items, it lowers the shipping or these products only. With restock, the stock of a completed order returns to the stock on hand, once for each order. A refund of all that is paid gives the referral credit of the order back, unless the customer still has to pay; return_credit gives it back with a smaller refund, or with amount_cents 0 for an order that only credit has paid.',
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
