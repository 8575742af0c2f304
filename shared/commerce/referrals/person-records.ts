import {
  changeActions,
  contactOfHolder,
  contacts as contactRecords,
  findContact,
  newContactActions,
  writtenOf,
} from '#commerce/contacts/records.ts';
import { ApiError } from '#contract/errors.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type AddressBook, found, mailboxes, readAddresses } from '../contacts/address-records.ts';
import { addressId, isShared, isSharedMailbox, type Mailbox } from '../contacts/addresses.ts';
import { type LedgerEntry, newContact } from '../contacts/contact.ts';
import type { StoredContact } from '../contacts/contact-fields.ts';
import { readLedger } from '../contacts/ledger-records.ts';

/** A customer as a person: a contact, with all contacts of its mailboxes and all that were merged into them. */
export interface Person {
  readonly id: string;
  readonly contacts: readonly StoredContact[];
  /** Ids of the contacts and of the merged ones. */
  readonly ids: readonly string[];
  /** Ids of phone numbers, present and earlier, without those of several people. */
  readonly numbers: readonly string[];
  /** Mailboxes that list the contacts. */
  readonly mailboxes: readonly Mailbox[];
}

/** The person of a contact, also of a merged one, strongly consistent; undefined if there is no contact. */
export async function personOf(brandId: string, contactId: string): Promise<Person | undefined> {
  const contact = await findContact(brandId, contactId);
  if (contact === undefined) return undefined;
  return personIn(await readAddresses(brandId, writtenOf(contact)), contact);
}

/** The person of a contact whose addresses were read. */
async function personIn(book: AddressBook, contact: StoredContact): Promise<Person> {
  const { brandId } = book;
  const addresses = [...book.addresses.values()];
  const shared = new Set(addresses.flatMap((one) => (isShared(one) ? [one.id] : [])));
  const own = [...book.mailboxes.values()].filter(
    (one) =>
      !isSharedMailbox(one) && addresses.some(({ id, mailbox }) => mailbox === one.id && !shared.has(id)),
  );
  const others = new Set(own.flatMap(({ contact_ids }) => contact_ids));
  others.delete(contact.id);
  const rest = await contactRecords.findMany([...others].map((id) => ({ brand_id: brandId, id })));
  const contacts = [contact, ...rest];
  return {
    id: contact.id,
    contacts,
    ids: contacts.flatMap(({ id, merged_ids }) => [id, ...merged_ids]),
    numbers: contacts.flatMap((one) => [
      ...writtenOf(one)
        .filter(({ channel }) => channel === 'sms')
        .map(({ channel, address }) => addressId(book.key, channel, address))
        .filter((id) => !shared.has(id)),
      ...(one.earlier_address_ids ?? []),
    ]),
    mailboxes: own,
  };
}

/** The person to whom a phone number leads; undefined for an unknown number and one of several people. */
export async function personOfPhone(brandId: string, phone: string): Promise<Person | undefined> {
  const written = { channel: 'sms', address: phone } as const;
  const { holder, shared } = found(await readAddresses(brandId, [written]), written);
  return shared || holder === undefined ? undefined : personOf(brandId, holder);
}

interface Occasion {
  readonly now: Date;
  newId(): string;
}

/** The person of an address, and the actions after which it is one, and stays the same one. */
interface MetPerson extends Person {
  readonly actions: readonly TransactAction[];
}

/**
 * The person whom an e-mail address leads to: a new contact if there is none. The actions fail if another contact with the mailbox
 * appears meanwhile, so that two spellings of it at the same time are one person.
 *
 * @param phone of a contact that has none
 * @throws ApiError shared_address
 */
export async function meetPerson(
  brandId: string,
  email: string,
  phone: string | undefined,
  { now, newId }: Occasion,
): Promise<MetPerson> {
  const written = { channel: 'email', address: email } as const;
  const book = await readAddresses(brandId, [
    written,
    ...(phone === undefined ? [] : [{ channel: 'sms', address: phone } as const]),
  ]);
  const { holder, shared } = found(book, written);
  if (shared) throw new ApiError('shared_address');
  const known = await contactOfHolder(brandId, holder);
  if (known === undefined) {
    const input = { brand_id: brandId, email, phone, tags: [] };
    const contact = newContact(input, 'referral', { id: newId(), now });
    const actions = newContactActions(contact, book);
    return { ...(await personIn(book, contact)), actions };
  }
  const person = await personOf(brandId, known.id);
  const unchanged = (person?.mailboxes ?? []).map((one) => mailboxes.unchanged(one));
  if (phone === undefined || known.phone !== undefined) {
    return { ...(person ?? (await personIn(book, known))), actions: unchanged };
  }
  const after = { ...known, phone, updated_at: now.toISOString(), version: known.version + 1 };
  const actions = [...(await changeActions(known, after)), ...unchanged];
  return { ...(await personIn(book, after)), actions };
}

/** Whether two persons are one: they have a contact or a phone number in common. */
export const isSamePerson = (one: Person, other: Pick<Person, 'ids' | 'numbers'>): boolean =>
  one.ids.some((id) => other.ids.includes(id)) || one.numbers.some((id) => other.numbers.includes(id));

/** The orders of a person that are not cancelled, oldest first, as its ledgers have them. */
export async function ordersOfPerson({ contacts }: Person): Promise<readonly LedgerEntry[]> {
  const entries = (await Promise.all(contacts.map(readLedger))).flat();
  return entries
    .filter(({ is_cancelled }) => !is_cancelled)
    .sort((one, other) => (one.order_id < other.order_id ? -1 : 1));
}
