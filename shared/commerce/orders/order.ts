import * as z from 'zod';
import { calendarDay, datetime, email, moneyAmount, timestamp, uuid } from '#contract/fields.ts';
import { tidyText } from '#contract/text-forms.ts';

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

/** The amounts of payment of an order that nobody has paid, in cents. */
export const noPayments = {
  authorized_cents: 0,
  paid_cents: 0,
  refunded_cents: 0,
  allowed_cents: 0,
  allowed_goods_cents: 0,
  allowed_shipping_cents: 0,
  collect_cents: 0,
  return_cents: 0,
};

/** The promo code that lowers the amount due, and whose use counts for its limits. */
const promotion = z.object({
  id: z.guid(),
  code: z.string(),
  /** Identifies the promo code among those with the same code, of which the earlier are deleted. */
  issue: z.string(),
  free_shipping: z.boolean(),
  /** The percentage or amount of the code when the order took it. An edit keeps it. */
  percent: z.number().optional(),
  amount_cents: cents.optional(),
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
  tax_rate_percent: z
    .number()
    .optional()
    .describe('Rate of the settings of orders that was applied to the item'),
  sold: soldItem.optional().describe('Absent for a product of an external catalog'),
});

export const orderInput = z.object({
  ...orderFields,
  ...adjustmentInputs,
  ...creditInput,
});
export type OrderInput = z.output<typeof orderInput>;

/** The number of the first order of each brand. */
export const firstOrderNumber = 1001;

export const order = z
  .object({
    id: uuid,
    number: z
      .int()
      .min(firstOrderNumber)
      .describe('Counts the orders of the brand. People see it with a sign: #1042'),
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

/** An order that was checked and priced, and has no number yet: a refused order takes none. */
export type UnnumberedOrder = Omit<Order, 'number'>;

export type OrderStatus = Order['status'];
export type Fulfillment = Order['fulfillment'];

export const paymentMethods = ['cash', 'card', 'check', 'bank_transfer', 'other'] as const;

const method = z.enum(paymentMethods);
const recordFields = {
  amount_cents: centsInput.min(1),
  method,
  /** Number of the payment in another system, such as that of a check. */
  reference: z.string().min(1).max(255).optional(),
};

export const paymentInput = z.object({
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

export const refundInput = z
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
