import type { Order } from '#commerce/orders/order.ts';
import { Conflict } from '#persistence/conflict.ts';
import { ledBy, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import {
  type AddressBook,
  addressActions,
  type FoundAddress,
  found,
  mailboxes,
  readAddresses,
} from './address-records.ts';
import type { Mailbox, Written } from './addresses.ts';
import { newContact } from './contact.ts';
import type { StoredContact } from './contract.ts';
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
} from './ledger.ts';
import { changeAction, contactAction, contactOfHolder, contacts, findContact } from './records.ts';

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
interface Person {
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

interface Occasion {
  readonly now: Date;
  newId(): string;
}

type Customer = Pick<
  Order,
  'brand_id' | 'contact_id' | 'customer_email' | 'customer_phone' | 'customer_name' | 'customer_address'
>;

/** Reads the contact of an order that keeps it, or of one that an erasure takes from it. Needs no key of addresses. */
export async function readOwner(before: Order, after: Order): Promise<People> {
  const own = await ownerOf(before);
  const { contact_id: contactId } = after;
  if (contactId === undefined)
    return own ? { from: { ...unchanged(own), entries: await readLedger(own) } } : {};
  if (own === undefined || isSameEntry(entryOf(before), entryOf(after))) return { contactId };
  return { contactId, to: { ...unchanged(own), entries: await readLedger(own) } };
}

const ownerOf = async ({ brand_id, contact_id }: Order): Promise<StoredContact | undefined> =>
  contact_id === undefined ? undefined : findContact(brand_id, contact_id);

/**
 * Reads the contacts that an order leads to: by its e-mail address, or by its phone number if it has no address or a shared
 * one. A person who is not known yet becomes a contact. An order with unchanged customer stays with its contact.
 *
 * @param before undefined for a new order
 */
export async function readPeople(
  before: Order | undefined,
  after: Order,
  occasion: Occasion,
): Promise<People> {
  if (before && isSameCustomer(before, after))
    return readOwner(before, { ...after, contact_id: before.contact_id });
  const own = before && (await ownerOf(before));
  const { book, email, phone } = await addressesOfOrder(after);
  const leads = email && !email.shared ? email : phone;
  const from = own && { ...unchanged(own), entries: await readLedger(own) };
  if (leads === undefined || leads.shared) return { ...(from && { from }), book };
  const holder = await contactOfHolder(after.brand_id, leads.holder);
  const fills = fillsOf(after, { email, phone });
  if (holder === undefined) {
    const contact = newContact({ brand_id: after.brand_id, ...fills, tags: [] }, 'order', {
      id: occasion.newId(),
      now: occasion.now,
    });
    const to = { contact, filled: contact, isNew: true, addresses: gained(book, contact, fills) };
    return { ...(from && { from }), to, contactId: contact.id, book };
  }
  const stays = own?.id === holder.id;
  const filled = withFills(holder, fills, occasion.now);
  const to: Person = {
    contact: holder,
    filled,
    isNew: false,
    addresses: filled.phone === holder.phone ? [] : gained(book, holder, { phone: filled.phone }),
    ...(stays && { entries: from?.entries ?? [] }),
  };
  const contactId = stays && before?.contact_id !== undefined ? before.contact_id : holder.id;
  return { ...(from && !stays && { from }), to, contactId, book };
}

const unchanged = (contact: StoredContact) =>
  ({ contact, filled: contact, isNew: false, addresses: [] }) as const;

const isSameCustomer = (one: Customer, other: Customer): boolean =>
  one.customer_email === other.customer_email &&
  one.customer_phone === other.customer_phone &&
  one.customer_name === other.customer_name &&
  one.customer_address === other.customer_address;

/** The addresses of an order, and whom they lead to. */
async function addressesOfOrder({ brand_id, customer_email, customer_phone }: Customer) {
  const email =
    customer_email === undefined ? undefined : ({ channel: 'email', address: customer_email } as const);
  const phone = isPhone(customer_phone) ? ({ channel: 'sms', address: customer_phone } as const) : undefined;
  const written = [email, phone].filter((one) => one !== undefined);
  const book = await readAddresses(brand_id, written);
  return { book, email: email && found(book, email), phone: phone && found(book, phone) };
}

/** Texts such as `-` pass the order's format, but lead to nobody. */
const isPhone = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 50 && text.replaceAll(/\D/g, '').length >= 5;

const trimmed = (text: string | undefined, maximum: number): string | undefined =>
  text?.trim().slice(0, maximum) || undefined;

type Fills = Partial<Pick<StoredContact, 'name' | 'email' | 'phone' | 'address'>>;

/** What an order says of its customer. A shared address belongs to nobody. */
function fillsOf(
  { customer_name, customer_email, customer_phone, customer_address }: Customer,
  { email, phone }: { readonly email: FoundAddress | undefined; readonly phone: FoundAddress | undefined },
): Fills {
  const all = {
    name: trimmed(customer_name, 255),
    email: email?.shared ? undefined : customer_email,
    phone: phone === undefined || phone.shared ? undefined : customer_phone,
    address: trimmed(customer_address, 1000),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The contact with what it lacks. An e-mail address that leads to a contact is its own already. */
function withFills(contact: StoredContact, { name, phone, address }: Fills, now: Date): StoredContact {
  const gaps = {
    ...(contact.name === undefined && name !== undefined && { name }),
    ...(contact.phone === undefined && phone !== undefined && { phone }),
    ...(contact.address === undefined && address !== undefined && { address }),
  };
  if (Object.keys(gaps).length === 0) return contact;
  return { ...contact, ...gaps, updated_at: now.toISOString(), version: contact.version + 1 };
}

function gained(
  book: AddressBook,
  contact: StoredContact,
  { email, phone }: Fills,
): readonly TransactAction[] {
  const gains: Written[] = [
    ...(email === undefined ? [] : [{ channel: 'email', address: email } as const]),
    ...(phone === undefined ? [] : [{ channel: 'sms', address: phone } as const]),
  ];
  return addressActions(book, [{ contactId: contact.id, gains, loses: [], keeps: [] }]);
}

/** The orders of a person, who may have several contacts with spellings of one mailbox. */
export interface PersonOrders {
  /** `nobody` for an order without an address, and `shared` for one whose address several people use, which has no limits. */
  readonly leadsTo: 'person' | 'shared' | 'nobody';
  readonly contacts: readonly { readonly contact: StoredContact; readonly entries: readonly LedgerEntry[] }[];
  readonly mailbox?: Mailbox | undefined;
}

/**
 * Reads all orders of the person to whom an order leads, strongly consistent.
 *
 * @param before the order before an edit, which stays with its contact if its customer is unchanged
 */
export async function readPersonOrders(
  customer: Omit<Customer, 'contact_id'>,
  before?: Customer,
): Promise<PersonOrders> {
  const { email, phone } = await addressesOfOrder(customer);
  const leads = email && !email.shared ? email : phone;
  const person = leads?.shared === false ? leads : undefined;
  const own = before && isSameCustomer(before, customer) ? before.contact_id : undefined;
  const ids = new Set([own, person?.holder, ...(person?.mailbox?.contact_ids ?? [])]);
  const contacts = new Map<string, StoredContact>();
  for (const id of ids) {
    const contact = id === undefined ? undefined : await findContact(customer.brand_id, id);
    if (contact) contacts.set(contact.id, contact);
  }
  const read = [...contacts.values()].map(async (contact) => ({
    contact,
    entries: await readLedger(contact),
  }));
  return {
    leadsTo: person ? 'person' : (leads ?? email) ? 'shared' : 'nobody',
    contacts: await Promise.all(read),
    mailbox: person?.mailbox,
  };
}

/**
 * What makes a transaction fail if the person has got another order since the orders were read.
 *
 * @throws Conflict if the people of the transaction were read later, with other orders or another contact
 */
export function whileOrdersAre(
  { contacts, mailbox }: PersonOrders,
  people: People,
): { readonly people: People; readonly conditions: readonly TransactAction[] } {
  const { from, to, book } = people;
  const known = (person: Person) => contacts.find(({ contact }) => contact.id === person.contact.id);
  const isOther = (person: Person) => known(person)?.contact.facts_revision !== person.contact.facts_revision;
  if (to && !to.isNew && isOther(to)) throw new Conflict();
  if (from && known(from) && isOther(from)) throw new Conflict();
  // A new contact is written with its mailbox, which must be the one whose contacts were read.
  const box = mailbox && book?.mailboxes.get(mailbox.id);
  if (mailbox && box && box.version !== mailbox.version) throw new Conflict();
  const written = new Set([from?.contact.id, to?.contact.id]);
  const unwritten = contacts.filter(({ contact }) => !written.has(contact.id));
  return {
    // With all entries, the facts are stored on condition of their revision.
    people: to && !to.isNew ? { ...people, to: { ...to, entries: known(to)?.entries ?? [] } } : people,
    conditions: [
      ...unwritten.map(({ contact }) => hasFacts(contact)),
      ...(mailbox && !to?.isNew ? [mailboxes.unchanged(mailbox)] : []),
    ],
  };
}

const hasFacts = ({ brand_id, id, facts_revision }: StoredContact): TransactAction => ({
  ConditionCheck: {
    Key: { ...contacts.key({ brand_id, id }) },
    ConditionExpression: 'facts_revision = :read',
    ExpressionAttributeValues: { ':read': facts_revision },
  },
});

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
