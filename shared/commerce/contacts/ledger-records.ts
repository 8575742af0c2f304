import type { Order } from '#commerce/orders/order.ts';
import { ledBy, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { AddressBook } from './address-records.ts';
import {
  appended,
  entryOf,
  factsOf,
  isSameEntry,
  type LedgerEntry,
  ledgerEntry,
  maxKnownProducts,
  maxKnownStops,
  placeInTime,
} from './contact.ts';
import type { StoredContact } from './contact-fields.ts';
import { changeAction, contactAction, contacts } from './records.ts';

/** The orders of a contact. The key has the contact that the order was placed for; a merge moves no entry. */
export const ledger = record({
  name: 'order of a contact',
  schema: ledgerEntry,
  records: 'contact-history',
  pk: 'LEDGER#{brand_id}#{contact_id}',
  sk: '{order_id}',
  unchangedBy: ['at'],
  exported: 'contact-orders',
  person: 'history',
  ...ledBy('contact_id', 'contact', 'merged contact'),
});

/** The entries of all orders of a contact and of the duplicates that were merged into it, strongly consistent. */
export async function readLedger({
  brand_id,
  id,
  merged_ids,
}: StoredContact): Promise<readonly LedgerEntry[]> {
  const lists = [id, ...merged_ids].map((contact_id) =>
    Array.fromAsync(ledger.all({ brand_id, contact_id })),
  );
  return (await Promise.all(lists)).flat();
}

/** A contact whose facts follow from an order. */
export interface Person {
  readonly contact: StoredContact;
  /** All entries of the contact, read if the order may take facts away. */
  readonly entries?: readonly LedgerEntry[];
  /** The contact with what the order adds to its profile. */
  readonly filled: StoredContact;
  readonly isNew: boolean;
  readonly addresses: readonly TransactAction[];
}

/** The contacts of an order before and after its change, as they were read. */
export interface People {
  /** The contact that loses the order. */
  readonly from?: Person;
  /** The contact that has the order. */
  readonly to?: Person;
  /** Of the order after the change; undefined for an order that leads to nobody. */
  readonly contactId?: string;
  /** The addresses of the order, if they were read. */
  readonly book?: AddressBook;
}

/**
 * The actions that keep the ledgers and facts of the contacts of an order, for the transaction that stores the order. They
 * fail if one of the contacts is merged or erased meanwhile, or if its facts change while they are taken from its ledger.
 *
 * @param after with the contact of `people`
 */
export function ledgerWrites(
  before: Order | undefined,
  after: Order,
  { from, to }: People,
): readonly TransactAction[] {
  const [old, next] = [before && entryOf(before), entryOf(after)];
  const moves = old !== undefined && old.contact_id !== next?.contact_id;
  if (!moves && isSameEntry(old, next)) return to ? profileActions(to) : [];
  return [
    ...(old && moves ? [{ Delete: { Key: { ...ledger.key(old) } } }] : []),
    ...(old && from ? [factsAction(from, without(from.entries, old))] : []),
    // The ledger of an erased contact stays empty.
    ...(next && to ? [ledger.put(next), ...personActions(to, next)] : []),
  ];
}

/** The times of the first orders of the contacts, before and after the change. Figures count a new customer at each. */
export function firstOrders(before: Order | undefined, after: Order, { from, to }: People) {
  const [old, next] = [before && entryOf(before), entryOf(after)];
  const { brand_id } = after;
  const factsOfTo = (person: Person) => {
    const { contact, entries } = person;
    if (next === undefined) return contact;
    return entries === undefined ? appended(contact, next) : factsOf([...without(entries, next), next]);
  };
  return [
    ...(from && old
      ? [
          {
            brand_id,
            before: from.contact.first_order_at,
            after: factsOf(without(from.entries, old)).first_order_at,
          },
        ]
      : []),
    ...(to ? [{ brand_id, before: to.contact.first_order_at, after: factsOfTo(to).first_order_at }] : []),
  ];
}

const without = (entries: readonly LedgerEntry[] = [], { order_id }: LedgerEntry) =>
  entries.filter((one) => one.order_id !== order_id);

const profileActions = ({ contact, filled, addresses }: Person): readonly TransactAction[] =>
  filled === contact ? [] : [changeAction(contact, filled, []), ...addresses];

function personActions(person: Person, entry: LedgerEntry): readonly TransactAction[] {
  const { contact, filled, entries, isNew, addresses } = person;
  if (isNew)
    return [contactAction({ ...contact, ...appended(contact, entry), facts_revision: 1 }), ...addresses];
  if (entries !== undefined) return [factsAction(person, [...without(entries, entry), entry]), ...addresses];
  if (entry.is_cancelled) return filled === contact ? [] : profileActions(person);
  return [additionAction(person, entry), ...addresses];
}

/** Stores the facts of these entries, if no other order has changed them since they were read. */
const factsAction = ({ contact, filled }: Person, entries: readonly LedgerEntry[]): TransactAction =>
  changeAction(
    contact,
    { ...withoutFacts(filled), ...factsOf(entries), facts_revision: contact.facts_revision + 1 },
    ['facts_revision'],
  );

function withoutFacts(contact: StoredContact) {
  const { first_order_at, last_order_at, ...rest } = contact;
  return rest;
}

/** Conditions on the times of a contact that show that an order has this place among its orders. */
const placeConditions = {
  only: 'attribute_not_exists(first_order_at)',
  // Figures move the new customer from this time, so no other first order may come in between.
  first: 'first_order_at = :first',
  between: 'first_order_at <= :at AND last_order_at > :at',
  last: 'last_order_at <= :at',
} as const;

/** Adds an order to the facts. Additions of parallel orders of a person do not conflict. */
function additionAction({ contact, filled }: Person, entry: LedgerEntry): TransactAction {
  const facts = appended(contact, entry);
  // A set that may exceed its limit is stored whole.
  const isLarge =
    facts.product_ids.length > maxKnownProducts / 2 || facts.stop_ids.length > maxKnownStops / 2;
  if (isLarge) {
    return changeAction(contact, { ...filled, ...facts, facts_revision: contact.facts_revision + 1 }, [
      'facts_revision',
    ]);
  }
  const { at } = entry;
  const place = placeInTime(contact, at);
  const profile = filled === contact ? undefined : changeAction(contact, filled, []);
  const changed = profile && 'Update' in profile ? profile.Update : undefined;
  const products = facts.product_ids.filter((id) => !contact.product_ids.includes(id));
  const stops = facts.stop_ids.filter((id) => !contact.stop_ids.includes(id));
  const sets = [
    ...(place === 'only' || place === 'first' ? ['first_order_at = :at'] : []),
    ...(place === 'only' || place === 'last' ? ['last_order_at = :at'] : []),
  ];
  const set = [changed?.UpdateExpression?.replace(/^SET /, ''), ...sets].filter(Boolean).join(', ');
  return {
    Update: {
      Key: { ...contacts.key(contact) },
      UpdateExpression: [
        ...(set === '' ? [] : [`SET ${set}`]),
        [
          'ADD order_count :one, spent_cents :cents, facts_revision :one',
          ...(products.length > 0 ? ['product_ids :products'] : []),
          ...(stops.length > 0 ? ['stop_ids :stops'] : []),
        ].join(', '),
      ].join(' '),
      ConditionExpression: [
        'attribute_exists(pk)',
        placeConditions[place],
        ...(changed?.ConditionExpression === undefined ? [] : [changed.ConditionExpression]),
      ].join(' AND '),
      ...(changed?.ExpressionAttributeNames && {
        ExpressionAttributeNames: changed.ExpressionAttributeNames,
      }),
      ExpressionAttributeValues: {
        ...changed?.ExpressionAttributeValues,
        ':at': at,
        ':one': 1,
        ...(place === 'first' && { ':first': contact.first_order_at }),
        ':cents': entry.worth_cents,
        ...(products.length > 0 && { ':products': new Set(products) }),
        ...(stops.length > 0 && { ':stops': new Set(stops) }),
      },
    },
  };
}
