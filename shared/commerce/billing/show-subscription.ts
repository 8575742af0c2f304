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
import { type BillingAccount, graceEnd, newAccount, planOf, statusOf } from './account.ts';
import { endOf } from './apply-event.ts';
import type { AddOn, PlanList, Subscription } from './billing-fields.ts';
import { monthlyCentsOf, type PricedItem, type Quantities } from './catalog.ts';
import { allowanceOf, limitOf, type UnsubscribedRule } from './entitlements.ts';

interface Shown {
  readonly account: BillingAccount | undefined;
  readonly brandPlan: PlanName;
  readonly currency: string;
  readonly used: Readonly<Partial<Record<EntitlementName, number>>>;
  readonly unsubscribed: UnsubscribedRule;
  readonly now: Date;
}

/** The subscription of a brand as the API shows it. */
export function showSubscription(brand_id: string, shown: Shown): Subscription {
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
