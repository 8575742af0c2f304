import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { PlanName } from '#contract/plans.ts';
import {
  type BillingAccount,
  type BillingStatus,
  nextCollection,
  observationOf,
  observe,
  planOf,
  statusOf,
} from './account.ts';
import type { BillingState, Invoice } from './billing-fields.ts';
import type { ProviderEvent, ProviderInvoice, ProviderSubscription } from './provider.ts';

/** An invoice with the place of what is known of it in the order of events. */
export interface InvoiceRecord {
  readonly id: string;
  readonly at: string;
  readonly event_id: string;
  readonly details: ProviderInvoice;
}

const ranks: Readonly<Record<ProviderInvoice['status'], number>> = {
  draft: 0,
  open: 1,
  uncollectible: 2,
  void: 3,
  paid: 4,
};

/** Later statuses and attempts win, then later events: an invoice never goes back. */
function isNewer(one: InvoiceRecord, other: InvoiceRecord): boolean {
  const [a, b] = [one, other].map(({ details: { status, attempt_count, failed }, at, event_id }) =>
    [ranks[status], attempt_count + 1e6, Number(failed), at, event_id].join(' '),
  );
  return String(a) > String(b);
}

/** What is known after another event. Idempotent, and independent of the order of events. */
const mergeInvoice = (before: InvoiceRecord | undefined, seen: InvoiceRecord): InvoiceRecord =>
  before === undefined || isNewer(seen, before) ? seen : before;

/** The invoice as the API shows it; undefined for a draft. */
export function invoiceOf(brand_id: string, { details }: InvoiceRecord): Invoice | undefined {
  const { status } = details;
  if (status === 'draft') return undefined;
  return {
    id: details.id,
    brand_id,
    ...(details.number !== undefined && { number: details.number }),
    status,
    currency: details.currency,
    ...amount('total', details.total_cents),
    ...amount('amount_due', details.amount_due_cents),
    ...amount('amount_paid', details.amount_paid_cents),
    attempt_count: details.attempt_count,
    ...(status === 'open' &&
      details.next_attempt_at !== undefined && { next_attempt_at: details.next_attempt_at }),
    period_start: details.period_start,
    period_end: details.period_end,
    created_at: details.created,
    ...(details.hosted_url !== undefined && { hosted_url: details.hosted_url }),
    ...(details.pdf_url !== undefined && { pdf_url: details.pdf_url }),
  };
}

const amount = <Name extends 'total' | 'amount_due' | 'amount_paid'>(name: Name, cents: number) =>
  ({ [name]: cents / 100, [`${name}_cents`]: cents }) as Record<Name | `${Name}_cents`, number>;

/** What follows from an observation. */
export interface BillingChange {
  readonly account: BillingAccount;
  /** The new plan of the brand; absent if the plan stays. */
  readonly plan?: PlanName;
  readonly events: readonly OutgoingEvent[];
  /** The next reminder, or the end of the grace; absent without a failed payment. */
  readonly collectAt?: Date;
}

interface Surroundings {
  readonly brandPlan: PlanName;
  readonly now: Date;
}

/** The account after a subscription was seen in an event, or in an answer of the provider. */
export function applySubscription(
  before: BillingAccount,
  seen: { readonly id: string; readonly at: string; readonly subscription: ProviderSubscription },
  surroundings: Surroundings,
): BillingChange {
  return settle(before, observe(before, observationOf(seen, seen.subscription)), surroundings);
}

/** The account after time has passed. */
export const applyTime = (before: BillingAccount, surroundings: Surroundings): BillingChange =>
  settle(before, before, surroundings);

function settle(
  before: BillingAccount,
  after: BillingAccount,
  { brandPlan, now }: Surroundings,
): BillingChange {
  const earlier = statusOf(before, now);
  const status = statusOf(after, now);
  const plan = planOf(status);
  const changed = before.announced !== status.state || shownOf(earlier) !== shownOf(status);
  const collectAt =
    status.state === 'past_due' && status.past_due_since !== undefined
      ? nextCollection(status.past_due_since, now)
      : undefined;
  return {
    account: { ...after, announced: status.state },
    ...(plan !== undefined && plan !== brandPlan && { plan }),
    events: changed ? [subscriptionChanged(before.announced, earlier, status, brandPlan)] : [],
    ...(collectAt !== undefined && { collectAt }),
  };
}

/** What an observer of the subscription sees, as one text. */
const shownOf = ({ state, subscription }: BillingStatus): string =>
  JSON.stringify([
    state,
    subscription?.plan,
    Object.entries(subscription?.add_ons ?? {}).sort(),
    subscription?.cancel_at,
    subscription?.period_end,
  ]);

function subscriptionChanged(
  previous_status: BillingState,
  earlier: BillingStatus,
  status: BillingStatus,
  brandPlan: PlanName,
): OutgoingEvent {
  const { subscription } = status;
  return {
    type: 'subscription.changed',
    data: {
      status: status.state,
      previous_status,
      plan: planOf(status) ?? brandPlan,
      previous_plan: planOf(earlier) ?? brandPlan,
      add_ons: { ...subscription?.add_ons },
      ...endOf(subscription),
      ...(subscription && { current_period_end: subscription.period_end }),
    },
  };
}

/** When a subscription will end, and whether it ends or ended with its period. */
export function endOf(subscription: ProviderSubscription | undefined) {
  const { cancel_at, period_end, ended_at } = subscription ?? {};
  return {
    cancel_at_period_end: cancel_at !== undefined && cancel_at === period_end,
    ...(cancel_at !== undefined && ended_at === undefined && { cancel_at }),
  };
}

/** The invoice after an event, and what the brand hears of it. */
export function applyInvoice(
  before: InvoiceRecord | undefined,
  event: Extract<ProviderEvent, { readonly kind: 'invoice' }>,
): { readonly record: InvoiceRecord; readonly events: readonly OutgoingEvent[] } {
  const seen = { id: event.invoice.id, at: event.created, event_id: event.id, details: event.invoice };
  const record = mergeInvoice(before, seen);
  return { record, events: record === before ? [] : invoiceEvents(before?.details, record.details) };
}

function invoiceEvents(
  before: ProviderInvoice | undefined,
  after: ProviderInvoice,
): readonly OutgoingEvent[] {
  const facts = {
    id: after.id,
    ...(after.number !== undefined && { number: after.number }),
    total_cents: after.total_cents,
    currency: after.currency,
    attempt_count: after.attempt_count,
  };
  if (after.status === 'paid' && before?.status !== 'paid') return [{ type: 'invoice.paid', data: facts }];
  const isNewFailure =
    after.failed && !(before?.failed === true && before.attempt_count >= after.attempt_count);
  if (after.status !== 'open' || !isNewFailure) return [];
  return [
    {
      type: 'invoice.payment_failed',
      data: {
        ...facts,
        ...(after.next_attempt_at !== undefined && { next_attempt_at: after.next_attempt_at }),
      },
    },
  ];
}
