import { normalAddress, type Written } from '#commerce/contacts/addresses.ts';
import type { StoredContact } from '#commerce/contacts/contact.ts';
import type { Channel } from '#commerce/contacts/contract.ts';
import { type AddressBook, addressActions, readAddresses } from '#commerce/contacts/records.ts';
import { getItem, type Item, insertion } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findInBrands } from '../brand-items.ts';
import { contactFrom, contactItem } from './contact-items.ts';
import { contactKey, mergedContactKey } from './contact-keys.ts';

/** The contact with this id, or the one that it was merged into; strongly consistent. */
export async function findContact(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<StoredContact | undefined> {
  const item = await findInBrands(table, brandIds, (brandId) => contactKey(brandId, id));
  if (item) return contactFrom(item);
  const merged = await findInBrands(table, brandIds, (brandId) => mergedContactKey(brandId, id));
  if (!merged) return undefined;
  const into = await getItem(table, contactKey(String(merged['brand_id']), String(merged['merged_into'])));
  return into && contactFrom(into);
}

/** The condition that a contact still exists. */
export const isStored = ({ brand_id, id }: StoredContact): TransactAction => ({
  ConditionCheck: {
    Key: { ...contactKey(brand_id, id) },
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/**
 * The actions that store a new contact and take its addresses.
 *
 * @throws ApiError contact_exists when another contact has the e-mail address
 */
export const newContactActions = (contact: StoredContact, book: AddressBook): readonly TransactAction[] => [
  contactAction(contact),
  ...addressActions(book, [{ contactId: contact.id, gains: writtenOf(contact), loses: [], keeps: [] }]),
];

/**
 * Stores a new contact and `others` in one transaction.
 *
 * @throws ApiError contact_exists; ConditionFailed after a race for an address
 */
export async function insertContact(
  table: Table,
  contact: StoredContact,
  others: readonly TransactAction[],
): Promise<void> {
  const book = await readAddresses(contact.brand_id, writtenOf(contact));
  await transact(table, [...newContactActions(contact, book), ...others]);
}

/**
 * Stores a changed contact and `others` in one transaction, and moves its addresses.
 *
 * @throws ApiError contact_exists; ConditionFailed when the stored contact is no longer `before`
 */
export async function changeStoredContact(
  table: Table,
  before: StoredContact,
  after: StoredContact,
  others: readonly TransactAction[],
): Promise<void> {
  await transact(table, [...(await changeActions(before, after)), ...others]);
}

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
  const actions = book ? addressActions(book, [{ contactId: after.id, gains, loses, keeps: has }]) : [];
  return [replacement(before, after), ...actions];
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
      Key: { ...contactKey(after.brand_id, after.id) },
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
 * Stores the result of a merge: the contact, no duplicate, and the addresses of both.
 *
 * @throws ConditionFailed when one of the two has changed
 */
export async function storeMerge(
  table: Table,
  before: StoredContact,
  after: StoredContact,
  duplicate: StoredContact,
  others: readonly TransactAction[],
): Promise<void> {
  const { brand_id } = duplicate;
  const [own, moved] = [writtenOf(before), writtenOf(duplicate)];
  const book = await readAddresses(brand_id, [...own, ...moved]);
  const addresses = addressActions(book, [
    { contactId: duplicate.id, gains: [], loses: moved, keeps: [] },
    { contactId: after.id, gains: moved, loses: [], keeps: own },
  ]);
  await transact(table, [
    changeAction(before, after, ['version', 'facts_revision']),
    removal(duplicate),
    // An earlier duplicate of the duplicate leads to the contact, too.
    ...[duplicate.id, ...duplicate.merged_ids].map((id) => ({
      Put: { Item: { ...mergedContactKey(brand_id, id), brand_id, merged_into: after.id } },
    })),
    ...addresses,
    ...others,
  ]);
}

/** The action that removes a contact and fails if the stored one is another version. */
const removal = ({ brand_id, id, version, facts_revision }: StoredContact): TransactAction => ({
  Delete: {
    Key: { ...contactKey(brand_id, id) },
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
