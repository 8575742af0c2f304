import * as z from 'zod';
import {
  isPlan,
  type ProviderEvent,
  type ProviderInvoice,
  type ProviderStatus,
  type ProviderSubscription,
  presentQuantities,
  type Quantities,
} from '#commerce/billing/provider.ts';
import { itemOfPrice } from './prices.ts';

const seconds = z.number().transform((value) => new Date(value * 1000).toISOString());
const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id));
const metadata = z.record(z.string(), z.string()).nullish();

const price = z.object({
  lookup_key: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  unit_amount: z.number().nullable(),
});

const subscriptionObject = z.object({
  id: z.string(),
  customer: reference,
  metadata,
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
    'paused',
  ]),
  pause_collection: z.object({}).nullish(),
  currency: z.string(),
  created: seconds,
  cancel_at: seconds.nullish(),
  cancel_at_period_end: z.boolean(),
  trial_end: seconds.nullish(),
  canceled_at: seconds.nullish(),
  ended_at: seconds.nullish(),
  items: z.object({
    data: z.array(
      z.object({
        price,
        quantity: z.number().default(1),
        current_period_start: seconds,
        current_period_end: seconds,
      }),
    ),
  }),
});

/** A subscription of Stripe. @throws ZodError for an object of another shape */
export function readSubscription(object: unknown): ProviderSubscription {
  const { id, customer, status, items, ...rest } = subscriptionObject.parse(object);
  const lines = items.data.map(({ price: one, ...line }) => ({
    ...line,
    price: one,
    item: itemOfPrice(one),
  }));
  const [plan] = lines.flatMap(({ item }) => (item !== undefined && isPlan(item) ? [item] : []));
  const line = lines.find(({ item }) => item !== undefined && item === plan) ?? lines[0];
  const ends = lines.map(({ current_period_end }) => current_period_end).sort();
  // A portal cancels a subscription in flexible billing mode by `cancel_at` alone. `cancel_at_period_end` is the end of the
  // shortest period of an item.
  const cancel_at = rest.cancel_at ?? (rest.cancel_at_period_end ? ends[0] : undefined);
  const add_ons: Quantities = presentQuantities(
    Object.fromEntries(
      lines.flatMap(({ item, quantity }) => (item && !isPlan(item) ? [[item, quantity]] : [])),
    ),
  );
  const brand_id = rest.metadata?.['brand_id'];
  return {
    id,
    customer_id: customer,
    ...(brand_id !== undefined && { brand_id }),
    status: statusOf(status, rest.pause_collection !== null && rest.pause_collection !== undefined),
    ...(plan && { plan }),
    add_ons,
    monthly_cents: lines.reduce((sum, line) => sum + (line.price.unit_amount ?? 0) * line.quantity, 0),
    currency: rest.currency.toUpperCase(),
    created: rest.created,
    period_start: line?.current_period_start ?? rest.created,
    period_end: line?.current_period_end ?? rest.created,
    ...(cancel_at && { cancel_at }),
    ...(rest.trial_end && { trial_end: rest.trial_end }),
    ...(rest.canceled_at && { canceled_at: rest.canceled_at }),
    ...(rest.ended_at && { ended_at: rest.ended_at }),
  };
}

/** A pause of collection keeps the status `active`, but nothing is paid for. */
function statusOf(
  status: z.output<typeof subscriptionObject>['status'],
  collectionPaused: boolean,
): ProviderStatus {
  if (status === 'incomplete_expired') return 'expired';
  return collectionPaused && (status === 'active' || status === 'trialing') ? 'paused' : status;
}

const invoiceObject = z.object({
  id: z.string(),
  customer: reference,
  parent: z.object({ subscription_details: z.object({ metadata }).nullish() }).nullish(),
  number: z.string().nullish(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  currency: z.string(),
  total: z.number(),
  amount_due: z.number(),
  amount_paid: z.number(),
  attempt_count: z.number(),
  attempted: z.boolean(),
  next_payment_attempt: seconds.nullish(),
  created: seconds,
  period_start: seconds,
  period_end: seconds,
  hosted_invoice_url: z.string().nullish(),
  invoice_pdf: z.string().nullish(),
});

/** An invoice of Stripe. @throws ZodError for an object of another shape */
export function readInvoice(object: unknown): ProviderInvoice {
  const invoice = invoiceObject.parse(object);
  const brand_id = invoice.parent?.subscription_details?.metadata?.['brand_id'];
  return {
    id: invoice.id,
    customer_id: invoice.customer,
    ...(brand_id !== undefined && { brand_id }),
    ...(invoice.number && { number: invoice.number }),
    status: invoice.status,
    currency: invoice.currency.toUpperCase(),
    total_cents: invoice.total,
    amount_due_cents: invoice.amount_due,
    amount_paid_cents: invoice.amount_paid,
    attempt_count: invoice.attempt_count,
    failed: invoice.status === 'open' && invoice.attempted,
    ...(invoice.next_payment_attempt && { next_attempt_at: invoice.next_payment_attempt }),
    created: invoice.created,
    period_start: invoice.period_start,
    period_end: invoice.period_end,
    ...(invoice.hosted_invoice_url && { hosted_url: invoice.hosted_invoice_url }),
    ...(invoice.invoice_pdf && { pdf_url: invoice.invoice_pdf }),
  };
}

const eventObject = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: seconds,
  data: z.object({ object: z.unknown() }),
});

/**
 * A verified event.
 *
 * @throws ZodError for an object of another shape; the provider then repeats the event
 */
export function readProviderEvent(event: unknown): ProviderEvent {
  const { id, type, created, data } = eventObject.parse(event);
  const identity = { id, type, created };
  if (type.startsWith('customer.subscription.')) {
    return { ...identity, kind: 'subscription', subscription: readSubscription(data.object) };
  }
  // An invoice of a `customer_account` is none of ours.
  if (invoiceTypes.has(type) && ofCustomer.safeParse(data.object).success)
    return { ...identity, kind: 'invoice', invoice: readInvoice(data.object) };
  return { ...identity, kind: 'other' };
}

const ofCustomer = z.object({ customer: reference });

/** Types whose object is an invoice with an id. Drafts and previews are of no interest to a brand. */
const invoiceTypes: ReadonlySet<string> = new Set([
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'invoice.updated',
]);
