import * as z from 'zod';
import { moneyAmount } from '../fields.ts';

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

/** Lines that the caller gives. They replace those that follow from the settings of the brand. */
export const adjustmentInputs = {
  discount_lines: z
    .array(z.object({ label, amount_cents: centsInput.min(1) }))
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
export const creditInput = {
  credit_cents: centsInput.optional().describe('Referral credit of the customer that the order uses'),
};

/** Origin of a line: given by the caller, or derived from the settings of the brand or from a promo code. */
const source = z.enum(['caller', 'brand', 'promo_code']);

const line = { label, amount_cents: cents, source };
const adjustmentLine = z.object(line);
export type AdjustmentLine = z.output<typeof adjustmentLine>;

const taxLine = z.object({ ...line, rate_percent: z.number().optional() });
export type TaxLine = z.output<typeof taxLine>;

/** States of the payment of an order. */
export const paymentStates = ['unpaid', 'authorized', 'paid', 'partially_refunded', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The promo code that lowers the amount due, and whose use counts for its limits. */
const promotion = z.object({
  id: z.guid(),
  code: z.string(),
  /** Identifies the promo code among those with the same code, of which the earlier are deleted. */
  issue: z.string(),
  free_shipping: z.boolean(),
  discount_cents: cents,
  /** The customer for whom the use counts. */
  customer_id: z.guid().optional(),
});
export type AppliedPromotion = z.output<typeof promotion>;

const stockStates = ['reserved', 'consumed', 'released', 'restocked'] as const;

const heldStock = z.object({
  state: z.enum(stockStates),
  lines: z.array(z.object({ product_id: z.guid(), variant_id: z.string().optional(), quantity: z.number() })),
});
export type HeldStock = z.output<typeof heldStock>;

/** Amounts of an order beside its total. Subtotal and total are the sum of price x quantity. */
export const orderAmounts = {
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
  discount_lines: z.array(adjustmentLine),
  shipping_lines: z.array(adjustmentLine),
  tax_lines: z.array(taxLine),
  payment_state: z.enum(paymentStates),
  authorized_cents: cents,
  paid_cents: cents,
  refunded_cents: cents,
  /** Credit that a cancellation or refund gave back. */
  credit_returned_cents: cents.optional(),
  promotion: promotion.optional(),
  /** Stock that the order holds or held; absent if none of its products has tracked stock. */
  stock: heldStock.optional(),
  cancel_reason: z.string().optional(),
};
