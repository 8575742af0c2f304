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
export function mergeRecords(
  one: SubscriptionRecord | undefined,
  other: SubscriptionRecord,
): SubscriptionRecord {
  if (one === undefined) return other;
  const byId = new Map([...one.observations, ...other.observations].map((seen) => [seen.id, seen]));
  const observations = [...byId.values()].sort(compareObservations).slice(-maxObservations);
  const latest = compareObservations(one.latest, other.latest) >= 0 ? one.latest : other.latest;
  return { latest, observations };
}
