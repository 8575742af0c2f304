import * as z from 'zod';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { found } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import type { PlanName } from '#contract/plans.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { pointer, record } from '#store/commerce/record.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import type { PageRequest, StoredPage } from '#store/dynamodb/query-page.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Brand } from '../brands/contract.ts';
import { brands } from '../brands/records.ts';
import { type BillingAccount, isLive, newAccount, type SubscriptionRecord, statusOf } from './account.ts';
import { applyInvoice, applySubscription, type BillingChange, invoiceOf } from './apply-event.ts';
import { billingStates, type Invoice } from './billing-fields.ts';
import type { PaymentProvider, ProviderEvent, ProviderInvoice } from './provider.ts';

const ofBilling = { records: 'billing', person: 'none' } as const;
const inBrand = { ...ofBilling, pk: 'BILLING#{brand_id}' } as const;

/** Everything known of a brand at the payment provider, with version 0 for a brand that never used billing. */
export const accounts = record(
  {
    ...inBrand,
    name: 'billing account',
    schema: z.object({
      brand_id: uuid,
      customer_id: z.string().optional(),
      checkout_id: z.string().optional(),
      subscriptions: z.record(z.string(), z.custom<SubscriptionRecord>()),
      reminded: z.object({ since: timestamp, count: z.int() }).optional(),
      announced: z.enum(billingStates),
      version: z.int(),
    }),
    sk: 'ACCOUNT',
    exported: 'billing-account',
  },
  ({ brand_id }): BillingAccount => newAccount(brand_id),
);

/** Ids of invoices do not sort by time, so the key begins with the time. */
const invoices = record({
  ...inBrand,
  name: 'invoice',
  schema: z.object({
    brand_id: uuid,
    id: z.string(),
    at: timestamp,
    event_id: z.string(),
    details: z.custom<ProviderInvoice>(),
  }),
  sk: 'INVOICE#{created}#{id}',
  facts: ({ details: { created } }) => ({ created }),
  unchangedBy: ['event_id'],
  exported: 'invoices',
});

/** Whose customer this is. The provider's events name the customer. */
export const customers = record({
  ...ofBilling,
  name: 'billing customer',
  schema: z.object({ id: z.string(), brand_id: uuid }),
  pk: 'BILLINGCUSTOMER#{id}',
  sk: 'CUSTOMER',
  indexes: { gsi1: ['BILLING#{brand_id}#LINKS', 'CUSTOMER#{id}'] },
  unchangedBy: ['brand_id'],
  exported: pointer,
});

/** Longer than the provider repeats events. A later repetition is applied again, which changes nothing. */
const keptMilliseconds = 90 * 24 * 3600 * 1000;

const providerEvents = record({
  ...ofBilling,
  name: "provider's event",
  schema: z.object({
    id: z.string(),
    type: z.string(),
    created: timestamp,
    received_at: timestamp,
    outcome: z.enum(['applied', 'ignored', 'unlinked']),
    brand_id: uuid.optional(),
  }),
  pk: 'BILLINGEVENT#{id}',
  sk: 'EVENT',
  indexes: { gsi1: ['BILLING#{brand_id}#LINKS', 'EVENT#{id}'] },
  unchangedBy: ['outcome'],
  expires: ({ received_at }) => new Date(Date.parse(received_at) + keptMilliseconds),
  exported: { not: 'shows only that the event was applied' },
});

/** What the capability stores beside the use of entitlements. */
export const billingPlaces = [accounts, invoices, customers, providerEvents];

/**
 * How often a change of an account is tried: each change at the provider sends several events at once, and they meet it. What
 * was charged must not end as a conflict.
 */
export const accountAttempts = 25;

/** Stores the account. It fails if the stored one is no longer `before`. */
export const replaceAccount = (before: BillingAccount, after: BillingAccount): TransactAction =>
  accounts.replace(before, { ...after, version: before.version + 1 });

/**
 * Ends the subscription of a brand that leaves, at once. Idempotent. The account follows by the provider's event.
 *
 * @returns false for a brand without a running subscription
 */
export async function endSubscription(
  provider: Pick<PaymentProvider, 'cancelNow'>,
  { brandId, now }: { readonly brandId: string; readonly now: Date },
): Promise<boolean> {
  const status = statusOf(await accounts.find({ brand_id: brandId }), now);
  if (!isLive(status) || status.subscription === undefined) return false;
  await provider.cancelNow(status.subscription.id, `end-${status.subscription.id}`);
  return true;
}

/** Invoices of a brand, newest first. */
export async function readInvoices({
  brand_id,
  ...page
}: PageRequest & { readonly brand_id: string }): Promise<StoredPage<Invoice>> {
  const { data, nextCursor } = await invoices.page({ brand_id }, { ...page, newestFirst: true });
  return { data: data.map((invoice) => found(invoiceOf(brand_id, invoice))), nextCursor };
}

/** After this time without another event the provider is asked, so that events of the same second cannot mislead. */
const refreshMilliseconds = 60_000;

export type RecordEvents = (brandId: string, events: readonly OutgoingEvent[]) => readonly TransactAction[];

interface ChangeActions {
  readonly actions: readonly TransactAction[];
  /** Work to wake after the transaction. */
  readonly due: readonly WorkMessage[];
}

/**
 * The actions of a change: the account, the plan of the brand, the events, and the work that follows. The gateway key is
 * set by separate work, which is repeated until API Gateway has the key.
 */
export function changeActions(
  before: BillingAccount,
  { account, plan, events, collectAt }: BillingChange,
  {
    brand,
    now,
    record,
    refresh = true,
  }: {
    readonly brand: Brand;
    readonly now: Date;
    readonly record: RecordEvents;
    /** False in the work that has just asked the provider. */
    readonly refresh?: boolean;
  },
): ChangeActions {
  const { id: brand_id } = brand;
  const work = (kind: 'refresh-subscription' | 'collect-payment' | 'set-gateway-key', due: Date) =>
    scheduleWork({ kind, key: brand_id, due, payload: { brand_id } });
  return {
    actions: [
      replaceAccount(before, account),
      ...(plan === undefined ? [] : [planAction(brand, plan, now), work('set-gateway-key', now)]),
      ...record(brand_id, events),
      ...(collectAt === undefined ? [] : [work('collect-payment', collectAt)]),
      ...(refresh ? [work('refresh-subscription', new Date(now.getTime() + refreshMilliseconds))] : []),
    ],
    due: plan === undefined ? [] : [{ kind: 'set-gateway-key', key: brand_id }],
  };
}

/** The action that changes the plan of the brand. It fails if the brand has changed meanwhile. */
const planAction = ({ id, version }: Brand, plan: PlanName, now: Date): TransactAction => ({
  Update: {
    Key: { ...brands.key({ brand_id: id }) },
    UpdateExpression: 'SET #plan = :plan, updated_at = :now, version = :next',
    ConditionExpression: 'version = :before',
    ExpressionAttributeNames: { '#plan': 'plan' },
    ExpressionAttributeValues: {
      ':plan': plan,
      ':now': now.toISOString(),
      ':before': version,
      ':next': version + 1,
    },
  },
});

interface AppliedEvent {
  /** `ignored`: has no effect on a brand. `unlinked`: is of no brand that exists. */
  readonly outcome: 'applied' | 'repeated' | 'ignored' | 'unlinked';
  /** Work to wake. */
  readonly due: readonly WorkMessage[];
}

/**
 * Stores an event once, together with its effect. Repetitions have no effect, and events in any order lead to the same
 * state (shared/commerce/billing/account.ts).
 *
 * @throws Conflict when other events of the brand kept coming between
 */
export const applyProviderEvent = (
  event: ProviderEvent,
  { now, record }: { readonly now: Date; readonly record: RecordEvents },
): Promise<AppliedEvent> =>
  retryOnConflict(async () => {
    const { id, type, created } = event;
    const known = await providerEvents.find({ id });
    // An event of an unknown brand is tried again, because the brand may be known by now.
    if (known !== undefined && known.outcome !== 'unlinked') return { outcome: 'repeated', due: [] };
    const seen = { id, type, created, received_at: now.toISOString() };
    // It fails if another request has applied the event.
    const stored = (after: NonNullable<typeof known>) =>
      known ? providerEvents.replace(known, after) : providerEvents.insert(after);
    const brand = event.kind === 'other' ? undefined : await brandOf(event);
    if (brand === undefined) {
      const outcome = event.kind === 'other' ? 'ignored' : 'unlinked';
      await transact(commerceTable, [stored({ ...seen, outcome })]);
      return { outcome, due: [] };
    }
    const before = await accounts.find({ brand_id: brand.id });
    const { actions, due } = await effectOf(event, { brand, before, now, record });
    const applied = { ...seen, outcome: 'applied' as const, brand_id: brand.id };
    await transact(commerceTable, [stored(applied), ...actions]);
    return { outcome: 'applied', due };
  }, accountAttempts);

interface Effect {
  readonly brand: Brand;
  readonly before: BillingAccount;
  readonly now: Date;
  readonly record: RecordEvents;
}

async function effectOf(event: ProviderEvent, { brand, before, now, record }: Effect) {
  switch (event.kind) {
    case 'subscription': {
      const { id, created: at, subscription } = event;
      const change = applySubscription(before, { id, at, subscription }, { brandPlan: brand.plan, now });
      const { actions, due } = changeActions(before, change, { brand, now, record });
      const customer = customers.put({ id: subscription.customer_id, brand_id: brand.id });
      return { actions: [...actions, customer], due };
    }
    case 'invoice': {
      const { created, id } = event.invoice;
      const known = await invoices.find({ brand_id: brand.id, created, id });
      const { record: invoice, events } = applyInvoice(known, event);
      // The version of the account keeps two events of one invoice apart.
      const actions = [replaceAccount(before, before), ...record(brand.id, events)];
      return {
        actions: invoice === known ? actions : [...actions, invoices.put({ ...invoice, brand_id: brand.id })],
        due: [],
      };
    }
    case 'other':
      return { actions: [], due: [] };
  }
}

async function brandOf(
  event: Exclude<ProviderEvent, { readonly kind: 'other' }>,
): Promise<Brand | undefined> {
  const { customer_id, brand_id } = event.kind === 'subscription' ? event.subscription : event.invoice;
  const id = (await customers.find({ id: customer_id }))?.brand_id ?? brand_id;
  return id === undefined ? undefined : await brands.find({ brand_id: id });
}
