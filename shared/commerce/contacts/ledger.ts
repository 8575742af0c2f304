import * as z from 'zod';
import type { Order } from '#commerce/orders/order.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { soldAt, worthOf } from '../orders/worth.ts';

/** What an order adds to its contact. A cancelled order keeps its entry, which adds nothing. */
export const ledgerEntry = z.object({
  brand_id: uuid,
  /** The contact of the order, which may be merged into another one since. */
  contact_id: uuid,
  order_id: uuid,
  /** When it was sold. */
  at: timestamp,
  worth_cents: z.int(),
  product_ids: z.array(uuid),
  stop_id: uuid.optional(),
  promo_code_id: uuid.optional(),
  /** Which of the promo codes with this id, of which the earlier are deleted. */
  promo_issue: timestamp.optional(),
  is_cancelled: z.boolean(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** What is known of a contact from its orders. */
export interface ContactFacts {
  /** Orders that are not cancelled. */
  readonly order_count: number;
  readonly spent_cents: number;
  readonly first_order_at?: string | undefined;
  readonly last_order_at?: string | undefined;
  readonly product_ids: readonly string[];
  readonly stop_ids: readonly string[];
}

/** Bounds the item: 400 kB is DynamoDB's limit. Of more products or stops, the facts have those with the least ids. */
export const maxKnownProducts = 2000;
export const maxKnownStops = 200;

export const noFacts: ContactFacts = { order_count: 0, spent_cents: 0, product_ids: [], stop_ids: [] };

/** The entry of an order in the ledger of its contact; undefined for an order without one. */
export function entryOf(order: Order): LedgerEntry | undefined {
  const { id, brand_id, contact_id, status, items, stop_id, promotion } = order;
  if (contact_id === undefined) return undefined;
  const is_cancelled = status === 'cancelled';
  const base = { brand_id, contact_id, order_id: id, at: soldAt(order), is_cancelled };
  if (is_cancelled) return { ...base, worth_cents: 0, product_ids: [] };
  return {
    ...base,
    worth_cents: worthOf(order),
    product_ids: distinct(items.map(({ product_id }) => product_id)),
    ...(stop_id !== undefined && { stop_id }),
    ...(promotion !== undefined && { promo_code_id: promotion.id, promo_issue: promotion.issue }),
  };
}

/** The facts of a contact: a function of its live orders alone, whatever their order. */
export function factsOf(entries: readonly LedgerEntry[]): ContactFacts {
  const live = entries.filter(({ is_cancelled }) => !is_cancelled);
  const times = live.map(({ at }) => at).sort();
  return {
    order_count: live.length,
    spent_cents: live.reduce((sum, { worth_cents }) => sum + worth_cents, 0),
    ...(times.length > 0 && { first_order_at: times[0], last_order_at: times.at(-1) }),
    product_ids: distinct(live.flatMap(({ product_ids }) => product_ids)).slice(0, maxKnownProducts),
    stop_ids: distinct(live.flatMap(({ stop_id }) => stop_id ?? [])).slice(0, maxKnownStops),
  };
}

/** The facts with one more order: `factsOf([...entries, entry])` for the facts of `entries`, in any order of time. */
export function appended(facts: ContactFacts, entry: LedgerEntry): ContactFacts {
  if (entry.is_cancelled) return facts;
  const times = [facts.first_order_at ?? entry.at, facts.last_order_at ?? entry.at, entry.at].sort();
  return {
    order_count: facts.order_count + 1,
    spent_cents: facts.spent_cents + entry.worth_cents,
    first_order_at: times[0],
    last_order_at: times.at(-1),
    product_ids: distinct([...facts.product_ids, ...entry.product_ids]).slice(0, maxKnownProducts),
    stop_ids: distinct([...facts.stop_ids, entry.stop_id ?? []].flat()).slice(0, maxKnownStops),
  };
}

/** Where an order stands among those of its contact by its time. */
export type PlaceInTime = 'only' | 'first' | 'between' | 'last';

export function placeInTime({ first_order_at, last_order_at }: ContactFacts, at: string): PlaceInTime {
  if (first_order_at === undefined || last_order_at === undefined) return 'only';
  if (at < first_order_at) return 'first';
  return at < last_order_at ? 'between' : 'last';
}

/** Whether the entries of an order say the same. */
export const isSameEntry = (one: LedgerEntry | undefined, other: LedgerEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
