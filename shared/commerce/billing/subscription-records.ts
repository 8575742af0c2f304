import type * as z from 'zod';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import {
  addOnNames,
  addOns,
  type EntitlementName,
  entitlementNames,
  type PlanName,
  paymentGrace,
  planNames,
  plans,
} from '#contract/plans.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { brands } from '../brands/records.ts';
import { type BillingAccount, graceEnd, isLive, newAccount, planOf, statusOf } from './account.ts';
import { applySubscription, endOf } from './apply-event.ts';
import type { AddOn, checkoutInput, PlanList, ProrationPreview, Subscription } from './billing-fields.ts';
import {
  allowanceOf,
  limitOf,
  readUses,
  type UnsubscribedRule,
  unsubscribedRule,
} from './entitlement-records.ts';
import {
  type HostedPage,
  monthlyCents,
  monthlyCentsOf,
  type PaymentProvider,
  type PricedItem,
  type ProviderSubscription,
  type Quantities,
  type SubscribedItems,
} from './provider.ts';
import {
  accountAttempts,
  accounts,
  changeActions,
  customers,
  type RecordEvents,
  replaceAccount,
} from './records.ts';

interface Shown {
  readonly account: BillingAccount | undefined;
  readonly brandPlan: PlanName;
  readonly currency: string;
  readonly used: Readonly<Partial<Record<EntitlementName, number>>>;
  readonly unsubscribed: UnsubscribedRule;
  readonly now: Date;
}

/** The subscription of a brand as the API shows it. */
function showSubscription(brand_id: string, shown: Shown): Subscription {
  const { account, brandPlan, currency, used, now } = shown;
  const status = statusOf(account ?? newAccount(brand_id), now);
  const { state, subscription, past_due_since } = status;
  const allowance = allowanceOf(account, brandPlan, shown);
  return {
    brand_id,
    status: state,
    plan: planOf(status) ?? brandPlan,
    add_ons: listQuantities(subscription?.add_ons ?? {}),
    ...(subscription && {
      price_per_month: subscription.monthly_cents / 100,
      price_per_month_cents: subscription.monthly_cents,
    }),
    currency: subscription?.currency ?? currency,
    ...(subscription && {
      current_period_start: subscription.period_start,
      current_period_end: subscription.period_end,
    }),
    ...endOf(subscription),
    ...(subscription?.trial_end !== undefined && { trial_ends_at: subscription.trial_end }),
    ...(subscription?.canceled_at !== undefined && { canceled_at: subscription.canceled_at }),
    ...(subscription?.ended_at !== undefined && { ended_at: subscription.ended_at }),
    ...(past_due_since !== undefined && {
      past_due_since,
      grace_ends_at: graceEnd(past_due_since).toISOString(),
    }),
    entitlements: entitlementNames.map((entitlement) => {
      const limit = limitOf(allowance, entitlement);
      const count = used[entitlement];
      return {
        entitlement,
        ...(limit !== undefined && { limit }),
        ...(count !== undefined && { used: count }),
      };
    }),
  };
}

const listQuantities = (quantities: Quantities) =>
  addOnNames.flatMap((add_on) => {
    const quantity = quantities[add_on] ?? 0;
    return quantity > 0 ? [{ add_on, quantity }] : [];
  });

const priced = (item: PricedItem, currency: string) => ({
  price_per_month: monthlyCentsOf(item) / 100,
  price_per_month_cents: monthlyCentsOf(item),
  currency,
});

export const showAddOns = (quantities: Quantities, currency: string): readonly AddOn[] =>
  addOnNames.map((add_on) => ({
    add_on,
    quantity: quantities[add_on] ?? 0,
    ...priced(add_on, currency),
    adds: addOns[add_on].adds,
  }));

/** The catalog in the currency of the deployment. */
export const showPlans = (currency: string): PlanList => ({
  plans: planNames.map((plan) => {
    const { entitlements, monthlyQuota, ratePerSecond, burst } = plans[plan];
    return {
      plan,
      ...priced(plan, currency),
      entitlements: { ...entitlements },
      api_requests: { per_month: monthlyQuota, per_second: ratePerSecond, burst },
    };
  }),
  add_ons: addOnNames.map((add_on) => ({ add_on, ...priced(add_on, currency), adds: addOns[add_on].adds })),
  grace_days: paymentGrace.days,
});

export const defaultCurrency = (): string => commerceEnvironment.parse(process.env).DEFAULT_CURRENCY;

/** The subscription of a brand with its use, as the API shows it; undefined for an unknown brand. */
export async function readSubscription(brandId: string, now: Date): Promise<Subscription | undefined> {
  const [brand, account, used] = await Promise.all([
    brands.find({ brand_id: brandId }),
    accounts.find({ brand_id: brandId }),
    readUses(brandId, now),
  ]);
  return (
    brand &&
    showSubscription(brandId, {
      account,
      brandPlan: brand.plan,
      currency: defaultCurrency(),
      used,
      unsubscribed: unsubscribedRule(),
      now,
    })
  );
}

interface SubscriptionChange {
  readonly plan?: PlanName;
  /** Units in total; 0 removes an add-on. */
  readonly add_ons?: Quantities;
  readonly cancel_at_period_end?: boolean;
  readonly proration_date?: string;
}

interface ChangeOrder<Reply> {
  readonly brandId: string;
  readonly change: SubscriptionChange;
  /** Identifies the request and its repetitions. */
  readonly reference: string;
  readonly now: Date;
  readonly record: RecordEvents;
  readonly replyOf: (subscription: Subscription) => Reply;
  readonly recordReply?: (reply: Reply) => readonly TransactAction[];
}

/**
 * Changes the subscription at the provider, then stores what the provider answered. If the second step fails, the event of
 * the provider does the same.
 *
 * @throws ApiError not_subscribed, payment_declined
 */
export async function changeAtProvider<Reply>(
  provider: Pick<PaymentProvider, 'changeItems' | 'setCancellation'>,
  { brandId, change, reference, now, record, replyOf, recordReply }: ChangeOrder<Reply>,
): Promise<{ readonly reply: Reply; readonly due: readonly WorkMessage[] }> {
  const subscription = await changed(
    provider,
    liveSubscription(await accounts.find({ brand_id: brandId }), now),
    change,
    reference,
  );
  return retryOnConflict(async () => {
    const [account, stored, used] = await Promise.all([
      accounts.find({ brand_id: brandId }),
      brands.find({ brand_id: brandId }),
      readUses(brandId, now),
    ]);
    const brand = found(stored);
    const seen = { id: `request:${reference}`, at: now.toISOString(), subscription };
    const after = applySubscription(account, seen, { brandPlan: brand.plan, now });
    const reply = replyOf(
      showSubscription(brandId, {
        account: after.account,
        brandPlan: after.plan ?? brand.plan,
        currency: defaultCurrency(),
        used,
        unsubscribed: unsubscribedRule(),
        now,
      }),
    );
    const { actions, due } = changeActions(account, after, { brand, now, record });
    await transact(commerceTable, [...actions, ...(recordReply?.(reply) ?? [])]);
    return { reply, due };
  }, accountAttempts);
}

async function changed(
  provider: Pick<PaymentProvider, 'changeItems' | 'setCancellation'>,
  subscription: ProviderSubscription,
  change: SubscriptionChange,
  reference: string,
): Promise<ProviderSubscription> {
  const { plan, add_ons, cancel_at_period_end, proration_date } = change;
  let latest = subscription;
  if (plan !== undefined || add_ons !== undefined) {
    latest = await provider.changeItems(subscription.id, itemsAfter(subscription, change), {
      key: `items-${reference}`,
      ...(proration_date !== undefined && { proration_date }),
    });
  }
  if (cancel_at_period_end !== undefined) {
    latest = await provider.setCancellation(subscription.id, cancel_at_period_end, `cancel-${reference}`);
  }
  return latest;
}

/** What the brand subscribes to after the change. */
function itemsAfter(
  { plan, add_ons }: ProviderSubscription,
  change: Pick<SubscriptionChange, 'plan' | 'add_ons'>,
): SubscribedItems {
  const chosen = change.plan ?? plan;
  // The plan of the subscription is not of our catalog, so it cannot stay beside add-ons of ours.
  if (chosen === undefined) throw new ApiError('not_subscribed');
  return { plan: chosen, add_ons: { ...add_ons, ...change.add_ons } };
}

/** @throws ApiError not_subscribed */
function liveSubscription(account: BillingAccount, now: Date): ProviderSubscription {
  const status = statusOf(account, now);
  if (status.subscription === undefined || !isLive(status)) throw new ApiError('not_subscribed');
  return status.subscription;
}

/**
 * The cost of a change now and per month. The change costs the same if it is sent with the `proration_date`.
 *
 * @throws ApiError not_subscribed
 */
export async function previewChange(
  provider: Pick<PaymentProvider, 'previewItems'>,
  {
    brandId,
    change,
    now,
  }: { readonly brandId: string; readonly change: SubscriptionChange; readonly now: Date },
): Promise<ProrationPreview> {
  const subscription = liveSubscription(await accounts.find({ brand_id: brandId }), now);
  const wanted = itemsAfter(subscription, change);
  // The provider counts whole seconds.
  const proration_date = new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString();
  const { due_now_cents, currency, lines } = await provider.previewItems(
    subscription.id,
    wanted,
    proration_date,
  );
  const monthly = monthlyCents(wanted);
  return {
    proration_date,
    currency,
    due_now: due_now_cents / 100,
    due_now_cents,
    lines: lines.map(({ description, amount_cents }) => ({
      description,
      amount: amount_cents / 100,
      amount_cents,
    })),
    price_per_month: monthly / 100,
    price_per_month_cents: monthly,
    next_period_starts_at: subscription.period_end,
  };
}

interface CheckoutOrder extends z.output<typeof checkoutInput> {
  /** Identifies the request and its repetitions. */
  readonly reference: string;
  readonly now: Date;
}

/**
 * Opens a payment page for a first or new subscription. The customer is created once for a brand. An earlier page expires,
 * so that a brand cannot pay twice.
 *
 * @returns the page, and the actions that remember it
 * @throws ApiError already_subscribed
 */
export async function openCheckout(
  provider: Pick<PaymentProvider, 'createCustomer' | 'createCheckout' | 'expireCheckout'>,
  { brand_id, plan, add_ons = [], success_url, cancel_url, reference, now }: CheckoutOrder,
): Promise<HostedPage & { readonly actions: readonly TransactAction[] }> {
  const [brand, account] = await Promise.all([brands.find({ brand_id }), accounts.find({ brand_id })]);
  const { id, name, version } = found(brand);
  if (isLive(statusOf(account, now))) throw new ApiError('already_subscribed');
  // A renamed brand has another version, and a key is for one input only.
  const customer_id =
    account.customer_id ?? (await provider.createCustomer({ id, name }, `customer-${id}-${version}`));
  if (account.checkout_id !== undefined) {
    await provider.expireCheckout(account.checkout_id, `expire-${account.checkout_id}`);
  }
  const wanted: SubscribedItems = {
    plan,
    add_ons: Object.fromEntries(add_ons.map(({ add_on, quantity }) => [add_on, quantity])),
  };
  const page = await provider.createCheckout(
    { ...wanted, customer_id, brand_id, success_url, cancel_url },
    `checkout-${reference}`,
  );
  const after = { ...account, customer_id, checkout_id: page.id };
  return { ...page, actions: [replaceAccount(account, after), customers.put({ id: customer_id, brand_id })] };
}
