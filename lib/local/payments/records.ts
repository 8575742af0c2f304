import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

/** An error as Stripe answers it. */
export class PaymentError extends Error {
  readonly status: number;
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error';
  readonly code: string;
  /** The parameter that is refused. */
  readonly param: string | undefined;

  constructor(
    status: number,
    type: PaymentError['type'],
    {
      code,
      message,
      param,
    }: { readonly code: string; readonly message: string; readonly param?: string | undefined },
  ) {
    super(message);
    this.name = 'PaymentError';
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

export const missing = (kind: string, id: string) =>
  new PaymentError(404, 'invalid_request_error', {
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });

export const invalid = (message: string, param?: string) =>
  new PaymentError(400, 'invalid_request_error', { code: 'parameter_invalid', message, param });

export const declined = () =>
  new PaymentError(402, 'card_error', { code: 'card_declined', message: 'Your card was declined.' });

const metadata = z.record(z.string(), z.string());

const customer = z.object({
  id: z.string(),
  name: z.string().nullable(),
  metadata,
  /** Cents; below 0 is a credit. */
  balance: z.int(),
  card: z.string().optional(),
  created: z.int(),
});
export type Customer = z.output<typeof customer>;

const price = z.object({
  id: z.string(),
  product: z.string(),
  name: z.string(),
  lookup_key: z.string().nullable(),
  currency: z.string(),
  unit_amount: z.int(),
  metadata,
  created: z.int(),
});
export type Price = z.output<typeof price>;

const billingMode = z.enum(['flexible', 'classic']);

const chosenPrice = z.object({ price: z.string(), quantity: z.int() });

const session = z.object({
  id: z.string(),
  customer: z.string(),
  client_reference_id: z.string().nullable(),
  lines: z.array(chosenPrice),
  metadata,
  billing_mode: billingMode,
  success_url: z.string(),
  cancel_url: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  subscription: z.string().nullable(),
  invoice: z.string().nullable(),
  /** The card that waits for authentication. */
  pending_card: z.string().optional(),
  expires_at: z.int(),
  created: z.int(),
});
export type Session = z.output<typeof session>;

const portal = z.object({ id: z.string(), customer: z.string(), return_url: z.string(), created: z.int() });
export type Portal = z.output<typeof portal>;

const subscriptionItem = chosenPrice.extend({ id: z.string(), created: z.int() });
export type SubscriptionItem = z.output<typeof subscriptionItem>;

const subscription = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.enum(['incomplete', 'active', 'past_due', 'canceled']),
  items: z.array(subscriptionItem),
  metadata,
  anchor: z.int(),
  /** Months of the current period after the anchor. */
  period: z.int(),
  period_start: z.int(),
  period_end: z.int(),
  billing_mode: billingMode,
  cancel_at: z.int().nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: z.int().nullable(),
  ended_at: z.int().nullable(),
  latest_invoice: z.string().nullable(),
  created: z.int(),
});
export type Subscription = z.output<typeof subscription>;

export interface WantedItem {
  readonly id?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: number | undefined;
  readonly deleted?: boolean | undefined;
}

export interface SubscriptionUpdate {
  readonly items?: readonly WantedItem[] | undefined;
  readonly proration_date?: number | undefined;
  /** Seconds; an empty text takes it back. */
  readonly cancel_at?: number | '' | undefined;
  readonly cancel_at_period_end?: boolean | undefined;
}

/** When a subscription ends after a change. Both modes show an end with the period as `cancel_at`, too. */
export function endAfter(
  { period_end }: Subscription,
  { cancel_at, cancel_at_period_end }: SubscriptionUpdate,
  now: number,
): Partial<Pick<Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at'>> {
  if (cancel_at === undefined && cancel_at_period_end === undefined) return {};
  if (cancel_at !== undefined && cancel_at_period_end !== undefined)
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    );
  if (typeof cancel_at === 'number' && cancel_at <= now)
    throw invalid('The cancel_at timestamp must be in the future.', 'cancel_at');
  const at = cancel_at_period_end ? period_end : cancel_at || null;
  return {
    cancel_at: at,
    cancel_at_period_end: cancel_at_period_end ?? false,
    canceled_at: at === null ? null : now,
  };
}

const invoiceLine = z.object({
  id: z.string(),
  description: z.string(),
  amount: z.int(),
  price: z.string(),
  quantity: z.int(),
  item: z.string(),
  proration: z.boolean(),
  start: z.int(),
  end: z.int(),
});
export type InvoiceLine = z.output<typeof invoiceLine>;

const invoice = z.object({
  id: z.string(),
  customer: z.string(),
  subscription: z.string(),
  metadata,
  number: z.string().nullable(),
  reason: z.enum(['subscription_create', 'subscription_cycle', 'subscription_update']),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  currency: z.string(),
  lines: z.array(invoiceLine),
  total: z.int(),
  starting_balance: z.int(),
  ending_balance: z.int().nullable(),
  amount_due: z.int(),
  amount_paid: z.int(),
  attempt_count: z.int(),
  next_attempt: z.int().nullable(),
  period_start: z.int(),
  period_end: z.int(),
  finalized_at: z.int().nullable(),
  paid_at: z.int().nullable(),
  created: z.int(),
});
export type Invoice = z.output<typeof invoice>;

const delivery = z.object({
  id: z.string(),
  body: z.string(),
  created: z.int(),
  attempts: z.int(),
  /** Milliseconds. */
  next_at: z.number(),
});
export type Delivery = z.output<typeof delivery>;

const answer = z.object({ fingerprint: z.string(), status: z.int(), body: z.string() });

/** What the provider knows, kept over restarts. */
export class PaymentRecords {
  readonly customers: DurableMap<Customer>;
  readonly prices: DurableMap<Price>;
  readonly sessions: DurableMap<Session>;
  readonly portals: DurableMap<Portal>;
  readonly subscriptions: DurableMap<Subscription>;
  readonly invoices: DurableMap<Invoice>;
  readonly deliveries: DurableMap<Delivery>;
  /** Answers by idempotency key. */
  readonly answers: DurableMap<z.output<typeof answer>>;
  readonly #all: readonly { close(): void }[];

  constructor(folder: DataFolder) {
    const open = <Value>(name: string, schema: z.ZodType<Value>) =>
      DurableMap.open(folder.file('state', `payment-${name}.ndjson`), schema);
    this.customers = open('customers', customer);
    this.prices = open('prices', price);
    this.sessions = open('sessions', session);
    this.portals = open('portals', portal);
    this.subscriptions = open('subscriptions', subscription);
    this.invoices = open('invoices', invoice);
    this.deliveries = open('deliveries', delivery);
    this.answers = open('answers', answer);
    this.#all = [
      this.customers,
      this.prices,
      this.sessions,
      this.portals,
      this.subscriptions,
      this.invoices,
      this.deliveries,
      this.answers,
    ];
  }

  close(): void {
    for (const map of this.#all) map.close();
  }
}

/** An id as Stripe makes them, such as `sub_4f7a…`. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
