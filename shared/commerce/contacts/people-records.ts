import type { Order, UnnumberedOrder } from '#commerce/orders/order.ts';
import { Conflict } from '#persistence/conflict.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import {
  type AddressBook,
  addressActions,
  addresses,
  type FoundAddress,
  found,
  mailboxes,
  readAddresses,
  readEarlier,
} from './address-records.ts';
import {
  type Address,
  holderOf,
  isShared,
  isSharedMailbox,
  type Mailbox,
  normalEmail,
  normalPhone,
  type Written,
} from './addresses.ts';
import { entryOf, isSameEntry, type LedgerEntry, newContact } from './contact.ts';
import type { StoredContact } from './contact-fields.ts';
import { type People, type Person, readLedger } from './ledger-records.ts';
import { contactOfHolder, contacts, findContact } from './records.ts';

interface Occasion {
  readonly now: Date;
  newId(): string;
}

type Customer = Pick<
  Order,
  'brand_id' | 'contact_id' | 'customer_email' | 'customer_phone' | 'customer_name' | 'customer_address'
>;

/** Reads the contact of an order that keeps it, or of one that an erasure takes from it. Needs no key of addresses. */
export async function readOwner(before: Order, after: UnnumberedOrder): Promise<People> {
  const own = await ownerOf(before);
  const { contact_id: contactId } = after;
  if (contactId === undefined)
    return own ? { from: { ...unchanged(own), entries: await readLedger(own) } } : {};
  if (own === undefined || isSameEntry(entryOf(before), entryOf(after))) return { contactId };
  return { contactId, to: { ...unchanged(own), entries: await readLedger(own) } };
}

const ownerOf = async ({ brand_id, contact_id }: Customer): Promise<StoredContact | undefined> =>
  contact_id === undefined ? undefined : findContact(brand_id, contact_id);

/**
 * Reads the contacts that an order leads to: by its e-mail address, or by its phone number if it has no address or a shared
 * one. A person who is not known yet becomes a contact. An order whose addresses are unchanged stays with its contact, also if they
 * lead to another one by now.
 *
 * @param before undefined for a new order
 */
export async function readPeople(
  before: Order | undefined,
  after: UnnumberedOrder,
  occasion: Occasion,
): Promise<People> {
  if (before && isSameCustomer(before, after))
    return readOwner(before, { ...after, contact_id: before.contact_id });
  const own = before && (await ownerOf(before));
  const { book, email, phone } = await addressesOfOrder(after);
  const leads = email && !email.shared ? email : phone;
  const from = own && { ...unchanged(own), entries: await readLedger(own) };
  const kept = before && isLedAlike(before, after, email?.shared) ? own : undefined;
  if (kept === undefined && (leads === undefined || leads.shared)) return { ...(from && { from }), book };
  const holder = kept ?? (leads && (await contactOfHolder(after.brand_id, leads.holder)));
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

/** Whether the address that leads to the customer is the same: the e-mail address, or without one that leads, the number. */
export function isLedAlike(one: Customer, other: Customer, isEmailShared = false): boolean {
  const emailOf = ({ customer_email = '' }: Customer) => normalEmail(customer_email);
  const phoneOf = ({ customer_phone = '' }: Customer) => normalPhone(customer_phone);
  const leadsByEmail = one.customer_email !== undefined && !isEmailShared;
  return emailOf(one) === emailOf(other) && (leadsByEmail || phoneOf(one) === phoneOf(other));
}

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
  /** Whether the order before an edit is of one of these contacts. */
  readonly hadOrder: boolean;
  readonly mailboxes: readonly Mailbox[];
  /** Phone numbers that one of the contacts had earlier. */
  readonly numbers: readonly Address[];
}

/**
 * Reads all orders of the person to whom an order leads, strongly consistent: those of its contact, and of all contacts with one of its
 * mailboxes or with a number that it had earlier.
 *
 * @param before the order before an edit, which stays with its contact if its customer is unchanged
 */
export async function readPersonOrders(
  customer: Omit<Customer, 'contact_id'>,
  before?: Order,
): Promise<PersonOrders> {
  const { brand_id } = customer;
  const { email, phone } = await addressesOfOrder(customer);
  const leads = email && !email.shared ? email : phone;
  const person = leads?.shared === false ? leads : undefined;
  const earlier = before && (await ownerOf(before));
  const own = before && isLedAlike(before, customer, email?.shared) ? earlier?.id : undefined;
  const first = await contactsOf(brand_id, [
    own,
    person?.holder,
    ...(person?.mailbox?.contact_ids ?? []),
    ...(person?.address.earlier_ids ?? []),
  ]);
  const { boxes, numbers } = await furtherAddresses(brand_id, first, person?.mailbox);
  const ids = [
    ...[...boxes.values()].flatMap(({ contact_ids }) => contact_ids),
    ...numbers.flatMap((one) => [holderOf(one), ...(one.earlier_ids ?? [])]),
  ];
  const all = await contactsOf(brand_id, [...first.map(({ id }) => id), ...ids]);
  return {
    leadsTo: person ? 'person' : (leads ?? email) ? 'shared' : 'nobody',
    contacts: await Promise.all(
      all.map(async (contact) => ({ contact, entries: await readLedger(contact) })),
    ),
    hadOrder: all.some(({ id }) => id === earlier?.id),
    mailboxes: [...boxes.values()],
    numbers,
  };
}

/** The mailboxes of contacts, present and earlier, and their earlier numbers, without those of several people. */
async function furtherAddresses(
  brandId: string,
  some: readonly StoredContact[],
  mailbox: Mailbox | undefined,
): Promise<{ readonly boxes: ReadonlyMap<string, Mailbox>; readonly numbers: readonly Address[] }> {
  const emails = some.flatMap((one) => [one.email ?? [], one.other_emails].flat());
  const written = emails.map((address) => ({ channel: 'email', address }) as const);
  const [book, earlier] = await Promise.all([
    written.length > 0 ? readAddresses(brandId, written) : undefined,
    Promise.all(some.map(readEarlier)),
  ]);
  const boxes = new Map<string, Mailbox>();
  if (mailbox) boxes.set(mailbox.id, mailbox);
  for (const box of [...(book?.mailboxes.values() ?? []), ...earlier.flatMap((one) => one.boxes)])
    if (!isSharedMailbox(box) && !boxes.has(box.id)) boxes.set(box.id, box);
  const numbers = new Map(earlier.flatMap((one) => one.numbers.map((number) => [number.id, number])));
  return { boxes, numbers: [...numbers.values()].filter((number) => !isShared(number)) };
}

/** The contacts with these ids, or into which they were merged. */
async function contactsOf(
  brandId: string,
  ids: readonly (string | undefined)[],
): Promise<readonly StoredContact[]> {
  const found = new Map<string, StoredContact>();
  for (const id of new Set(ids)) {
    const contact = id === undefined ? undefined : await findContact(brandId, id);
    if (contact) found.set(contact.id, contact);
  }
  return [...found.values()];
}

/**
 * What makes a transaction fail if the person has got another order since the orders were read.
 *
 * @throws Conflict if the people of the transaction were read later, with other orders or another contact
 */
export function whileOrdersAre(
  { contacts: known, mailboxes: boxes, numbers }: PersonOrders,
  people: People,
): { readonly people: People; readonly conditions: readonly TransactAction[] } {
  const { from, to, book } = people;
  const knownOf = (person: Person) => known.find(({ contact }) => contact.id === person.contact.id);
  const isOther = (person: Person) =>
    knownOf(person)?.contact.facts_revision !== person.contact.facts_revision;
  if (to && !to.isNew && isOther(to)) throw new Conflict();
  if (from && knownOf(from) && isOther(from)) throw new Conflict();
  // A new contact is written with its mailbox, which must be the one whose contacts were read.
  const later = (box: Mailbox) => book?.mailboxes.get(box.id);
  if (boxes.some((box) => (later(box) ?? box).version !== box.version)) throw new Conflict();
  const others = numbers.filter(({ id }) => book?.addresses.get(id) === undefined);
  const written = new Set([from?.contact.id, to?.contact.id]);
  const unwritten = known.filter(({ contact }) => !written.has(contact.id));
  return {
    // With all entries, the facts are stored on condition of their revision.
    people: to && !to.isNew ? { ...people, to: { ...to, entries: knownOf(to)?.entries ?? [] } } : people,
    conditions: [
      ...unwritten.map(({ contact }) => hasFacts(contact)),
      ...boxes.filter((box) => !(to?.isNew && later(box))).map((box) => mailboxes.unchanged(box)),
      ...others.map((number) => addresses.unchanged(number)),
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
