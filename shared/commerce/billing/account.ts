import { type PlanName, paymentGrace } from '#contract/plans.ts';
import type { BillingState } from './billing-fields.ts';
import type { ProviderStatus, ProviderSubscription } from './provider.ts';

/** What an event or an answer of the provider showed of a subscription. */
export interface Observation {
  /** Id of the event, or of our own request. */
  readonly id: string;
  /** When it was so: the event's creation, not its arrival. */
  readonly at: string;
  readonly status: ProviderStatus;
  readonly period_end: string;
  /** When the subscription will end. */
  readonly cancel_at?: string | undefined;
}

/** One subscription: its latest details, and its latest observations in order. */
export interface SubscriptionRecord {
  readonly latest: Observation & { readonly details: ProviderSubscription };
  readonly observations: readonly Observation[];
}

/** Observations that are kept of a subscription. They hold more than a month of daily changes. */
const maxObservations = 40;

/**
 * Later statuses of the same second win. Events have whole seconds, and a subscription moves in this direction within one.
 * A comparison with the provider follows a minute later in any case.
 */
const ranks: Readonly<Record<ProviderStatus, number>> = {
  incomplete: 0,
  trialing: 1,
  active: 2,
  past_due: 3,
  paused: 4,
  unpaid: 5,
  expired: 6,
  canceled: 7,
};

/** A total order, so that the same set of observations has the same latest one, whatever the order of arrival. */
function compareObservations(one: Observation, other: Observation): number {
  return (
    compareText(one.at, other.at) ||
    compareText(one.period_end, other.period_end) ||
    ranks[one.status] - ranks[other.status] ||
    // A subscription is cancelled in the second of its beginning more often than it is cancelled and kept in one.
    compareText(one.cancel_at ?? '', other.cancel_at ?? '') ||
    compareText(one.id, other.id)
  );
}

const compareText = (one: string, other: string) => (one < other ? -1 : Number(one > other));

export const observationOf = (
  { id, at }: { readonly id: string; readonly at: string },
  details: ProviderSubscription,
): SubscriptionRecord => {
  const { status, period_end, cancel_at } = details;
  const observation = { id, at, status, period_end, ...(cancel_at !== undefined && { cancel_at }) };
  return { latest: { ...observation, details }, observations: [observation] };
};

/**
 * Both records in one. The union keeps the latest observations only, which is commutative, associative and idempotent:
 * repeated and reordered events lead to the same record.
 */
function mergeRecords(one: SubscriptionRecord | undefined, other: SubscriptionRecord): SubscriptionRecord {
  if (one === undefined) return other;
  const byId = new Map([...one.observations, ...other.observations].map((seen) => [seen.id, seen]));
  const observations = [...byId.values()].sort(compareObservations).slice(-maxObservations);
  const latest = compareObservations(one.latest, other.latest) >= 0 ? one.latest : other.latest;
  return { latest, observations };
}

interface Transition {
  readonly from: readonly BillingState[];
  /** Status that the provider reports; `grace_ended` is our own clock. */
  readonly on: ProviderStatus | 'grace_ended';
  readonly to: BillingState;
}

const begun = ['none', 'incomplete'] as const;
const lapsed = ['suspended', 'paused', 'canceled'] as const;

/**
 * All transitions of a brand's billing. An observation without a row leaves the state as it is: a payment page that was
 * never completed does not end a running subscription.
 */
export const transitions = {
  opened: { from: ['none'], on: 'incomplete', to: 'incomplete' },
  expired: { from: ['incomplete'], on: 'expired', to: 'none' },
  trial_started: { from: [...begun, ...lapsed, 'past_due'], on: 'trialing', to: 'trialing' },
  activated: { from: [...begun, 'trialing'], on: 'active', to: 'active' },
  payment_failed: {
    from: [...begun, 'trialing', 'active', 'paused', 'canceled'],
    on: 'past_due',
    to: 'past_due',
  },
  recovered: { from: ['past_due', 'suspended'], on: 'active', to: 'active' },
  /** The grace of Granary is over, or the provider has given up. */
  grace_ended: { from: ['past_due'], on: 'grace_ended', to: 'suspended' },
  given_up: {
    from: [...begun, 'trialing', 'active', 'past_due', 'paused', 'canceled'],
    on: 'unpaid',
    to: 'suspended',
  },
  paused: {
    from: [...begun, 'trialing', 'active', 'past_due', 'suspended', 'canceled'],
    on: 'paused',
    to: 'paused',
  },
  resumed: { from: ['paused'], on: 'active', to: 'active' },
  canceled: {
    from: [...begun, 'trialing', 'active', 'past_due', 'suspended', 'paused'],
    on: 'canceled',
    to: 'canceled',
  },
  /** A new subscription after the end of an earlier one. */
  reactivated: { from: ['canceled'], on: 'active', to: 'active' },
} as const satisfies Readonly<Record<string, Transition>>;

const rows: readonly (readonly [string, Transition])[] = Object.entries(transitions);

/** The state that follows; undefined if the observation changes nothing. */
export function stateAfter(state: BillingState, on: Transition['on']): BillingState | undefined {
  return rows.find(([, row]) => row.on === on && row.from.includes(state))?.[1].to;
}

/** Whether a brand in this state has the plan of its subscription. */
const hasPlan = (state: BillingState): boolean =>
  state === 'trialing' || state === 'active' || state === 'past_due';

/** Whether the subscription has ended or rests, so that limits of use apply in full. */
export const isLapsed = (state: BillingState): boolean =>
  state === 'suspended' || state === 'paused' || state === 'canceled';

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
