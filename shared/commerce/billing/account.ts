import { type PlanName, paymentGrace } from '#contract/plans.ts';
import type { BillingState } from './billing-fields.ts';
import { hasPlan, isLapsed, stateAfter } from './lifecycle.ts';
import { mergeRecords, type SubscriptionRecord } from './observation.ts';
import type { ProviderSubscription } from './provider.ts';

const dayMilliseconds = 86_400_000;

const daysAfter = (time: string, days: number) => new Date(Date.parse(time) + days * dayMilliseconds);

/** When a brand loses its plan if no payment follows. */
export const graceEnd = (pastDueSince: string): Date => daysAfter(pastDueSince, paymentGrace.days);

/** Times of the reminders, and then the end of the grace. */
const dueTimes = (pastDueSince: string): readonly Date[] => [
  ...paymentGrace.reminderDays.map((days) => daysAfter(pastDueSince, days)),
  graceEnd(pastDueSince),
];

/** The first of these times after `now`; undefined after the last. */
export const nextCollection = (pastDueSince: string, now: Date): Date | undefined =>
  dueTimes(pastDueSince).find((time) => time > now);

/** Reminders whose time has come. */
export const remindersDue = (pastDueSince: string, now: Date): number =>
  paymentGrace.reminderDays.filter((days) => daysAfter(pastDueSince, days) <= now).length;

export const daysLeft = (pastDueSince: string, now: Date): number =>
  Math.max(0, Math.ceil((graceEnd(pastDueSince).getTime() - now.getTime()) / dayMilliseconds));

/** Everything known of a brand at the payment provider. */
export interface BillingAccount {
  readonly brand_id: string;
  readonly customer_id?: string | undefined;
  /** The latest payment page, which expires when another one is opened. */
  readonly checkout_id?: string | undefined;
  /** The latest subscriptions by id. */
  readonly subscriptions: Readonly<Record<string, SubscriptionRecord>>;
  /** Reminders sent since this failed payment. */
  readonly reminded?: { readonly since: string; readonly count: number } | undefined;
  /** The status that was last announced, because time alone can change it. */
  readonly announced: BillingState;
  /** Raised by every write. */
  readonly version: number;
}

export const newAccount = (brand_id: string): BillingAccount => ({
  brand_id,
  subscriptions: {},
  announced: 'none',
  version: 0,
});

/** Subscriptions that are kept. A brand has one at a time. */
const maxSubscriptions = 5;

/** The account with another observation. The order and number of observations do not matter. */
export function observe(account: BillingAccount, record: SubscriptionRecord): BillingAccount {
  const { id } = record.latest.details;
  const merged = { ...account.subscriptions, [id]: mergeRecords(account.subscriptions[id], record) };
  const kept = Object.values(merged).sort(byCreation).slice(-maxSubscriptions);
  return {
    ...account,
    customer_id: account.customer_id ?? record.latest.details.customer_id,
    subscriptions: Object.fromEntries(kept.map((one) => [one.latest.details.id, one])),
  };
}

function byCreation({ latest: one }: SubscriptionRecord, { latest: other }: SubscriptionRecord): number {
  const [a, b] = [one.details, other.details].map(({ created, id }) => `${created} ${id}`);
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

export interface BillingStatus {
  readonly state: BillingState;
  readonly past_due_since?: string;
  /** The subscription that counts: the latest one whose payment page was completed. */
  readonly subscription?: ProviderSubscription;
}

/** Follows the observations through the transition table, then the clock. */
export function statusOf(account: BillingAccount, now: Date): BillingStatus {
  const records = Object.values(account.subscriptions).sort(byCreation);
  let state: BillingState = 'none';
  let pastDueSince: string | undefined;
  for (const { observations } of records) {
    for (const { status, at } of observations) {
      const next: BillingState | undefined = stateAfter(state, status);
      if (next !== undefined) {
        if (next === 'past_due') pastDueSince = at;
        else if (next !== 'suspended') pastDueSince = undefined;
        state = next;
      }
      // A subscription never returns from its end.
      if (status === 'canceled') break;
    }
  }
  if (pastDueSince !== undefined && now >= graceEnd(pastDueSince)) {
    state = stateAfter(state, 'grace_ended') ?? state;
  }
  const current = records.findLast(hasBegun) ?? records.at(-1);
  return {
    state,
    ...(pastDueSince !== undefined && { past_due_since: pastDueSince }),
    ...(current && { subscription: current.latest.details }),
  };
}

const hasBegun = ({ observations }: SubscriptionRecord) =>
  observations.some(({ status }) => status !== 'incomplete' && status !== 'expired');

/** The plan that billing gives a brand; undefined if it gives none, and the plan of the brand's record stays. */
export function planOf({ state, subscription }: BillingStatus): PlanName | undefined {
  if (isLapsed(state)) return 'starter';
  return hasPlan(state) ? subscription?.plan : undefined;
}

/** Whether a subscription runs that can be changed. */
export const isLive = ({ state }: BillingStatus): boolean =>
  hasPlan(state) || state === 'suspended' || state === 'paused';
