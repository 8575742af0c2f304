import * as z from 'zod';
import { datetime, moneyAmount, timestamp, uuid } from '#contract/fields.ts';
import { addOnNames, entitlementNames, maxAddOnQuantity, planNames } from '#contract/plans.ts';

const planName = z.enum(planNames);
export const addOnName = z.enum(addOnNames);
const entitlementName = z.enum(entitlementNames);

/** Amounts are decimal, and in cents (`_cents`) beside it. */
const price = { price_per_month: moneyAmount, price_per_month_cents: z.int(), currency: z.string() };

// A record of enumerated names would have required members without schemas in the OpenAPI document.
const entitlementLimits = z.object({
  campaign_sends: z.int(),
  members: z.int(),
  products: z.int(),
  brands: z.int(),
  webhook_endpoints: z.int(),
} satisfies Readonly<Record<z.output<typeof entitlementName>, z.ZodType>>);

export const planList = z
  .object({
    plans: z.array(
      z.object({
        plan: planName,
        ...price,
        entitlements: entitlementLimits,
        api_requests: z.object({ per_month: z.int(), per_second: z.int(), burst: z.int() }),
      }),
    ),
    add_ons: z.array(
      z.object({ add_on: addOnName, ...price, adds: z.partialRecord(entitlementName, z.int()) }),
    ),
    /** Days for which a brand keeps its plan after a failed payment. */
    grace_days: z.int(),
  })
  .meta({ id: 'PlanList' });
export type PlanList = z.output<typeof planList>;

/**
 * - `none`: never subscribed. `incomplete`: the first payment is not complete.
 * - `past_due`: a payment failed; the plan is kept until the grace ends.
 * - `suspended`: the grace has ended. `paused`: payment is paused. `canceled`: ended. The brand can read, take orders and
 *   leave, but nothing that a plan limits can grow.
 */
export const billingStates = [
  'none',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'suspended',
  'paused',
  'canceled',
] as const;
export type BillingState = (typeof billingStates)[number];

const addOnQuantity = z.object({ add_on: addOnName, quantity: z.int() });

export const subscription = z
  .object({
    brand_id: uuid,
    status: z.enum(billingStates),
    plan: planName,
    add_ons: z.array(addOnQuantity),
    price_per_month: moneyAmount.optional(),
    price_per_month_cents: z.int().optional(),
    currency: z.string(),
    current_period_start: timestamp.optional(),
    current_period_end: timestamp.optional(),
    /** The subscription ends or ended with its period, at `current_period_end`. */
    cancel_at_period_end: z.boolean(),
    /** When the subscription will end, with its period or at another time; absent if it renews. */
    cancel_at: timestamp.optional(),
    trial_ends_at: timestamp.optional(),
    /** When it was cancelled, and when it ended. */
    canceled_at: timestamp.optional(),
    ended_at: timestamp.optional(),
    /** A payment has failed, and when the plan is lost without another payment. */
    past_due_since: timestamp.optional(),
    grace_ends_at: timestamp.optional(),
    /** Without a limit the entitlement is not limited. `used` is what counts against it now. */
    entitlements: z.array(
      z.object({
        entitlement: entitlementName,
        limit: z.int().optional(),
        used: z.int().optional(),
      }),
    ),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof subscription>;

export const addOn = z
  .object({
    add_on: addOnName,
    quantity: z.int(),
    ...price,
    adds: z.partialRecord(entitlementName, z.int()),
  })
  .meta({ id: 'AddOn' });
export type AddOn = z.output<typeof addOn>;

const invoiceStatuses = ['open', 'paid', 'uncollectible', 'void'] as const;

export const invoice = z
  .object({
    id: z.string(),
    brand_id: uuid,
    number: z.string().optional(),
    status: z.enum(invoiceStatuses),
    currency: z.string(),
    total: moneyAmount,
    total_cents: z.int(),
    amount_due: moneyAmount,
    amount_due_cents: z.int(),
    amount_paid: moneyAmount,
    amount_paid_cents: z.int(),
    /** Attempts to collect the payment. */
    attempt_count: z.int(),
    next_attempt_at: timestamp.optional(),
    period_start: timestamp,
    period_end: timestamp,
    created_at: timestamp,
    /** The provider's page and PDF of the invoice. */
    hosted_url: z.string().optional(),
    pdf_url: z.string().optional(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof invoice>;

export const returnUrl = z.url({ protocol: /^https?$/, error: 'Expected an http or https URL' }).max(2048);

const addOnsChosen = z
  .array(z.object({ add_on: addOnName, quantity: z.int().min(1).max(maxAddOnQuantity) }))
  .max(addOnNames.length)
  .refine((chosen) => new Set(chosen.map(({ add_on }) => add_on)).size === chosen.length, {
    message: 'Each add-on may occur once',
  });

export const checkoutInput = z.object({
  brand_id: uuid,
  plan: planName,
  add_ons: addOnsChosen.optional(),
  /** Where the payment page leads after payment, and after a return without payment. */
  success_url: returnUrl,
  cancel_url: returnUrl,
});

export const subscriptionChange = z
  .object({
    brand_id: uuid,
    plan: planName.optional(),
    cancel_at_period_end: z.boolean().optional(),
    /** `proration_date` of a preview, so that the amount is the previewed one. */
    proration_date: datetime.optional(),
  })
  .refine(({ plan, cancel_at_period_end }) => plan !== undefined || cancel_at_period_end !== undefined, {
    path: ['plan'],
    message: 'Send plan or cancel_at_period_end',
  });

export const addOnInput = z.object({
  brand_id: uuid,
  add_on: addOnName,
  /** Units in total, not units to add. */
  quantity: z.int().min(1).max(maxAddOnQuantity),
  proration_date: datetime.optional(),
});

export const previewInput = z
  .object({
    brand_id: uuid,
    plan: planName.optional(),
    /** Units in total; 0 removes the add-on. Add-ons that are not named stay. */
    add_ons: z
      .array(z.object({ add_on: addOnName, quantity: z.int().min(0).max(maxAddOnQuantity) }))
      .max(addOnNames.length)
      .optional(),
  })
  .refine(({ plan, add_ons = [] }) => plan !== undefined || add_ons.length > 0, {
    path: ['add_ons'],
    message: 'Send plan or add_ons',
  });

export const prorationPreview = z
  .object({
    /** Send it with the change, so that the change costs what this preview shows. */
    proration_date: timestamp,
    currency: z.string(),
    /** Charged with the change; below 0 it is credited to the next invoices. */
    due_now: moneyAmount,
    due_now_cents: z.int(),
    lines: z.array(z.object({ description: z.string(), amount: moneyAmount, amount_cents: z.int() })),
    price_per_month: moneyAmount,
    price_per_month_cents: z.int(),
    next_period_starts_at: timestamp,
  })
  .meta({ id: 'ProrationPreview' });
export type ProrationPreview = z.output<typeof prorationPreview>;

export const hostedPage = z.object({ url: z.string(), expires_at: timestamp.optional() });
