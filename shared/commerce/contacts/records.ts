import * as z from 'zod';
import { uuid } from '#contract/fields.ts';
import { foldedText } from '#contract/text-forms.ts';
import { Conflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { record } from '#store/commerce/record.ts';
import { decodeCursor, encodeCursor, type ListIdentity } from '#store/dynamodb/cursor.ts';
import { type IndexName, type Item, insertion } from '#store/dynamodb/items.ts';
import { type ItemRange, type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { Facts } from '#store/records/key-pattern.ts';
import { rangeIn } from '#store/records/place.ts';
import { orderedFields } from '#store/records/record.ts';
import {
  type AddressBook,
  addressActions,
  forgottenActions,
  found,
  readAddresses,
} from './address-records.ts';
import { normalAddress, normalEmail, normalPhone, type Written, withEarlier } from './addresses.ts';
import { type Channel, type StoredContact, storedContact } from './contact-fields.ts';

const inContacts = { records: 'contacts', pk: 'CONTACTS#{brand_id}' } as const;

/** Changed by people and by orders at the same time, so a change writes only the attributes that differ. */
export const contacts = record({
  ...inContacts,
  name: 'contact',
  schema: storedContact,
  sk: 'CONTACT#{id}',
  indexes: {
    gsi1: ['CONTACTS#{brand_id}#EMAIL', '{email:text}#{id}'],
    gsi2: ['CONTACTS#{brand_id}#PHONE', '{phone:text}#{id}'],
  },
  // A search finds the beginnings of addresses, so searchKeys has them as they are.
  facts: () => ({ email: undefined, phone: undefined }),
  stored: { write: attributesOf, read: contactFrom },
  moved: mergedInto,
  exported: 'contacts',
  person: 'contact',
});

/** Where a duplicate went. */
export const mergedContacts = record({
  ...inContacts,
  name: 'merged contact',
  schema: z.object({ brand_id: uuid, id: uuid, merged_into: uuid }),
  sk: 'MERGED#{id}',
  unchangedBy: ['merged_into'],
  exported: 'merged-contacts',
  person: 'history',
});

/** Contacts of a brand, in the order of their creation. */
export const contactsOf = (brand_id: string) =>
  rangeIn(contacts.name, [contacts.pk, contacts.sk], { brand_id });

/** Attributes of a contact that orders add to, as sets. DynamoDB has no empty sets. */
const sets = ['product_ids', 'stop_ids'] as const;

/** Each consent is one attribute, so that a withdrawal needs no read. */
function attributesOf({ product_ids, stop_ids, consents, ...rest }: StoredContact): object {
  return {
    ...rest,
    consent_email: consents.email,
    consent_sms: consents.sms,
    ...(product_ids.length > 0 && { product_ids: new Set(product_ids) }),
    ...(stop_ids.length > 0 && { stop_ids: new Set(stop_ids) }),
  };
}

function contactFrom(item: Item): StoredContact {
  const { consent_email, consent_sms } = item;
  const lists = Object.fromEntries(sets.map((name) => [name, [...asSet(item[name])].sort()]));
  const all = {
    ...item,
    ...lists,
    consents: {
      ...(consent_email !== undefined && { email: consent_email }),
      ...(consent_sms !== undefined && { sms: consent_sms }),
    },
  };
  // All contacts are written by the record.
  return orderedFields(storedContact, all) as StoredContact;
}

const asSet = (value: unknown): Set<string> => (value instanceof Set ? value : new Set());

/** The item of a contact, with the keys by which it is searched. */
export const contactItem = (contact: StoredContact) => ({
  ...contacts.item(contact),
  ...searchKeys(contact),
});

const searchKeys = ({ brand_id, id, email, phone }: StoredContact) => ({
  ...(email !== undefined &&
    email.length <= maxSearched && {
      gsi1pk: emailPartition(brand_id),
      gsi1sk: `${normalEmail(email)}#${id}`,
    }),
  ...(phone !== undefined && {
    gsi2pk: phonePartition(brand_id),
    gsi2sk: `${normalPhone(phone)}#${id}`,
  }),
});

const emailPartition = (brandId: string): string => `CONTACTS#${brandId}#EMAIL`;
const phonePartition = (brandId: string): string => `CONTACTS#${brandId}#PHONE`;

/** DynamoDB limits sort keys to 1,024 bytes. Orders may have longer addresses. */
const maxSearched = 320;

/** The contact with this id, or the one that it was merged into; strongly consistent. */
export const findContact = (brand_id: string, id: string): Promise<StoredContact | undefined> =>
  contacts.load([{ brand_id, id }]);

/**
 * The contact that an address leads to, strongly consistent.
 *
 * @param holder of the address as it was read; undefined if it leads to nobody
 * @throws Conflict when the contact was erased since, so that the address leads to nobody by now
 */
export async function contactOfHolder(
  brandId: string,
  holder: string | undefined,
): Promise<StoredContact | undefined> {
  if (holder === undefined) return undefined;
  const contact = await findContact(brandId, holder);
  if (contact === undefined) throw new Conflict();
  return contact;
}

async function mergedInto(keys: readonly Facts[]): Promise<StoredContact | undefined> {
  const merged = await mergedContacts.load(keys);
  return merged && contacts.find({ brand_id: merged.brand_id, id: merged.merged_into });
}

/** The condition that a contact still exists. */
export const isStored = ({ brand_id, id }: StoredContact): TransactAction => ({
  ConditionCheck: {
    Key: { ...contacts.key({ brand_id, id }) },
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/**
 * The actions that store a new contact and take its addresses.
 *
 * @param book with its addresses
 * @throws ApiError contact_exists when another contact has the e-mail address
 */
export const newContactActions = (contact: StoredContact, book: AddressBook): readonly TransactAction[] => [
  contactAction(contact),
  ...addressActions(book, [{ contactId: contact.id, gains: writtenOf(contact), loses: [], keeps: [] }]),
];

/** {@link newContactActions} with the addresses as they are stored. */
export const insertActions = async (contact: StoredContact): Promise<readonly TransactAction[]> =>
  newContactActions(contact, await readAddresses(contact.brand_id, writtenOf(contact)));

/**
 * The actions that store a changed contact and move its addresses. They fail when the stored contact is no longer `before`.
 *
 * @throws ApiError contact_exists
 */
export async function changeActions(
  before: StoredContact,
  after: StoredContact,
): Promise<readonly TransactAction[]> {
  const [had, has] = [writtenOf(before), writtenOf(after)];
  const gains = has.filter((one) => !had.some((other) => isSame(one, other)));
  const loses = had.filter((one) => !has.some((other) => isSame(one, other)));
  const moved = gains.length > 0 || loses.length > 0;
  const book = moved ? await readAddresses(after.brand_id, [...had, ...has]) : undefined;
  if (!book) return [replacement(before, after)];
  // Limits for each customer look at earlier addresses too.
  const keeps = [...had, ...has];
  return [
    replacement(before, { ...after, ...earlierOf(book, before, loses, has) }),
    ...addressActions(book, [{ contactId: after.id, gains, loses, keeps }]),
  ];
}

/** The mailboxes and numbers that a contact had earlier, with those that it loses. Those of a shared address were never its own. */
function earlierOf(
  book: AddressBook,
  { earlier_address_ids: before }: Pick<StoredContact, 'earlier_address_ids'>,
  loses: readonly Written[],
  has: readonly Written[],
): Pick<StoredContact, 'earlier_address_ids'> {
  const idsOf = (some: readonly Written[]) =>
    some
      .map((one) => found(book, one))
      .flatMap(({ address: { id, mailbox = id }, shared }) => (shared ? [] : [mailbox]));
  const earlier = withEarlier(before, idsOf(loses), idsOf(has));
  return earlier.length > 0 || before ? { earlier_address_ids: earlier } : {};
}

/** The action that stores a new contact. */
export const contactAction = (contact: StoredContact): TransactAction => insertion(contactItem(contact));

/**
 * The action that stores what differs between two forms of a contact. Other attributes stay as they are stored, so a change by a
 * member and an order do not overwrite each other. The action fails if the contact is gone, if the version of `before` is no
 * longer stored and another one is to be, or if one of `still` has changed.
 */
export function changeAction(
  before: StoredContact,
  after: StoredContact,
  still: readonly ('version' | 'facts_revision')[],
): TransactAction {
  const [old, next]: readonly Item[] = [{ ...contactItem(before) }, { ...contactItem(after) }];
  const changed = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])].filter(
    (name) => text(old?.[name]) !== text(next?.[name]),
  );
  const conditions = new Set([...still, ...(changed.includes('version') ? (['version'] as const) : [])]);
  const set = changed.filter((name) => next?.[name] !== undefined);
  const removed = changed.filter((name) => next?.[name] === undefined);
  return {
    Update: {
      Key: { ...contacts.key(after) },
      UpdateExpression: [
        `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: [
        'attribute_exists(pk)',
        ...[...conditions].map((name) => `#${name} = :was_${name}`),
      ].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(
        [...new Set([...changed, ...conditions])].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map((name) => [`:${name}`, next?.[name]])),
        ...Object.fromEntries([...conditions].map((name) => [`:was_${name}`, before[name]])),
      },
    },
  };
}

const text = (value: unknown) => JSON.stringify(value instanceof Set ? [...value].sort() : value);

/** The action that stores a change of a contact by a person, and fails if the stored one is another version. */
export const replacement = (before: StoredContact, after: StoredContact): TransactAction =>
  changeAction(before, after, ['version']);

/**
 * The actions that store the result of a merge: the contact, no duplicate, and the addresses of both. They fail when one of the
 * two has changed.
 */
export async function mergeActions(
  before: StoredContact,
  after: StoredContact,
  duplicate: StoredContact,
): Promise<readonly TransactAction[]> {
  const { brand_id } = duplicate;
  const [own, moved] = [writtenOf(before), writtenOf(duplicate)];
  const book = await readAddresses(brand_id, [...own, ...moved]);
  const all = [...(before.earlier_address_ids ?? []), ...(duplicate.earlier_address_ids ?? [])];
  const earlier = all.length > 0 ? earlierOf(book, { earlier_address_ids: all }, [], [...own, ...moved]) : {};
  return [
    changeAction(before, { ...after, ...earlier }, ['version', 'facts_revision']),
    removal(duplicate),
    // An earlier duplicate of the duplicate leads to the contact, too.
    ...[duplicate.id, ...duplicate.merged_ids].map((id) =>
      mergedContacts.put({ brand_id, id, merged_into: after.id }),
    ),
    ...addressActions(book, [
      { contactId: duplicate.id, gains: [], loses: moved, keeps: [] },
      { contactId: after.id, gains: moved, loses: [], keeps: own },
    ]),
  ];
}

/** The action that removes a contact and fails if the stored one is another version. */
const removal = ({ brand_id, id, version, facts_revision }: StoredContact): TransactAction => ({
  Delete: {
    Key: { ...contacts.key({ brand_id, id }) },
    ConditionExpression: 'version = :version AND facts_revision = :facts',
    ExpressionAttributeValues: { ':version': version, ':facts': facts_revision },
  },
});

/** The actions that remove a contact, which then has no address any more. */
export async function removeContact(contact: StoredContact): Promise<readonly TransactAction[]> {
  const loses = writtenOf(contact);
  const book = await readAddresses(contact.brand_id, loses);
  return [
    removal(contact),
    ...addressActions(book, [{ contactId: contact.id, gains: [], loses, keeps: [] }]),
    ...(await forgottenActions(contact)),
  ];
}

/** Every address that a contact has or had before a merge, each once, in its normal form. */
export function writtenOf(contact: StoredContact): readonly Written[] {
  const { email, phone, other_emails, other_phones } = contact;
  const of = (channel: Channel, texts: readonly (string | undefined)[]) =>
    [...new Set(texts.flatMap((text) => (text === undefined ? [] : [normalAddress(channel, text)])))].map(
      (address): Written => ({ channel, address }),
    );
  return [...of('email', [email, ...other_emails]), ...of('sms', [phone, ...other_phones])];
}

const isSame = (one: Written, other: Written) =>
  one.channel === other.channel && one.address === other.address;

/** Bounds what one request reads: 1,000 contacts are about 1 MB. */
export const maxExamined = 1000;

interface FilteredList extends PageRequest {
  readonly list: ListIdentity;
  /** The items after a sort key, from the first without one. */
  itemsAfter(after: string | undefined): AsyncIterable<Item>;
  /** Name of the sort key. */
  readonly sortKey?: 'sk' | `${IndexName}sk`;
}

/**
 * One page of the entries that `read` keeps. After {@link maxExamined} items the page ends with a cursor, also if it has few
 * entries or none.
 *
 * @throws ApiError invalid_cursor
 */
export async function filteredPage<T>(
  { list, limit, cursor, itemsAfter, sortKey = 'sk' }: FilteredList,
  read: (item: Item) => T | undefined,
): Promise<StoredPage<T>> {
  const data: T[] = [];
  let examined = 0;
  let position = '';
  for await (const item of itemsAfter(cursor === undefined ? undefined : decodeCursor(list, cursor))) {
    if (data.length === limit || examined === maxExamined) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
    examined++;
    position = String(item[sortKey]);
    const entry = read(item);
    if (entry !== undefined) data.push(entry);
  }
  return { data, nextCursor: null };
}

/** Items requested at a time. */
export const pageSize = 250;

interface ContactSearch extends PageRequest {
  readonly brand_id: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly customers?: boolean | undefined;
}

/** Contacts of a brand that match the search: newest first, or in the order of the searched address. */
export function readContacts(search: ContactSearch): Promise<StoredPage<StoredContact>> {
  const { brand_id, email, phone, name, tag, customers, limit, cursor } = search;
  const list = ['contacts', brand_id, email, phone, name, tag, customers?.toString()];
  const range = rangeOf(search);
  const itemsAfter = (after: string | undefined) => queryItems(commerceTable, range, { after, pageSize });
  const sortKey = range.index === undefined ? 'sk' : (`${range.index}sk` as const);
  return filteredPage({ list, limit, cursor, itemsAfter, sortKey }, (item) => {
    const contact = contacts.read(item);
    return matches(contact, search) ? contact : undefined;
  });
}

function rangeOf({ brand_id, email, phone }: ContactSearch): ItemRange {
  if (email !== undefined) {
    return { pk: emailPartition(brand_id), prefix: normalEmail(email), index: 'gsi1' };
  }
  if (phone !== undefined) {
    return { pk: phonePartition(brand_id), prefix: phonePrefix(phone), index: 'gsi2' };
  }
  return { ...contactsOf(brand_id), newestFirst: true };
}

/** The beginning of a number without a country code is read as one of North America, as {@link normalPhone} does. */
function phonePrefix(text: string): string {
  const normal = normalPhone(text);
  return normal.startsWith('+') || normal.length > 10 ? normal : `+1${normal}`;
}

function matches(contact: StoredContact, { email, phone, name, tag, customers }: ContactSearch): boolean {
  const holds = (text: string | undefined, part: string) => foldedText(text ?? '').includes(foldedText(part));
  const { first_name = '', last_name = '' } = contact;
  return (
    (email === undefined || normalEmail(contact.email ?? '').startsWith(normalEmail(email))) &&
    (phone === undefined || normalPhone(contact.phone ?? '').startsWith(phonePrefix(phone))) &&
    (name === undefined || holds(contact.name, name) || holds(`${first_name} ${last_name}`, name)) &&
    (tag === undefined || contact.tags.some((own) => foldedText(own) === foldedText(tag))) &&
    (customers === undefined || contact.order_count > 0 === customers)
  );
}
