import { normalAddress } from '#commerce/contacts/addresses.ts';
import type { StoredContact } from '#commerce/contacts/contact.ts';
import { type Channel, channels } from '#commerce/contacts/contract.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItem, insertion } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findInBrands } from '../brand-items.ts';
import { contactFrom, contactItem } from './contact-items.ts';
import { addressKey, contactKey, mergedContactKey } from './contact-keys.ts';

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

/** Id of the contact that an address leads to, strongly consistent. */
export async function contactIdOfAddress(
  table: Table,
  brandId: string,
  channel: Channel,
  address: string,
): Promise<string | undefined> {
  const id = (await getItem(table, addressKey(brandId, channel, address)))?.['contact_id'];
  return typeof id === 'string' ? id : undefined;
}

/** The condition that a contact still exists. */
export const isStored = ({ brand_id, id }: StoredContact): TransactAction => ({
  ConditionCheck: {
    Key: { ...contactKey(brand_id, id) },
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/**
 * Actions that store a new contact. The first stores the contact and the second, of a contact with an e-mail address, takes
 * the address.
 */
export const newContactActions = (contact: StoredContact, freePhone: boolean): readonly TransactAction[] => [
  insertion(contactItem(contact)),
  ...(contact.email === undefined ? [] : [takeAddress(contact, 'email', contact.email)]),
  ...(contact.phone !== undefined && freePhone ? [takeAddress(contact, 'sms', contact.phone)] : []),
];

/**
 * Stores a new contact and `others` in one transaction.
 *
 * @throws ApiError contact_exists when another contact has the e-mail address; ConditionFailed after a race for the phone
 */
export async function insertContact(
  table: Table,
  contact: StoredContact,
  others: readonly TransactAction[],
): Promise<void> {
  const freePhone = await isFree(table, contact, 'sms', contact.phone);
  const email = contact.email === undefined ? -1 : 1;
  await transact(table, [...newContactActions(contact, freePhone), ...others]).catch(refuseTaken(email));
}

/**
 * Stores a changed contact and `others` in one transaction, and moves the pointers from its addresses.
 *
 * @throws ApiError contact_exists; ConditionFailed when the stored contact is no longer `before`
 */
export async function changeStoredContact(
  table: Table,
  before: StoredContact,
  after: StoredContact,
  others: readonly TransactAction[],
): Promise<void> {
  const moved = await Promise.all(channels.map((channel) => moveAddress(table, before, after, channel)));
  const [emailActions = [], phoneActions = []] = moved;
  const email = emailActions.findIndex((action) => 'Put' in action);
  await transact(table, [replacement(before, after), ...emailActions, ...phoneActions, ...others]).catch(
    refuseTaken(email < 0 ? -1 : email + 1),
  );
}

/** The action that replaces a contact and fails if the stored one is no longer `before`. */
export const replacement = (before: StoredContact, after: StoredContact): TransactAction => ({
  Put: {
    Item: { ...contactItem(after) },
    ConditionExpression: 'version = :before',
    ExpressionAttributeValues: { ':before': before.version },
  },
});

/**
 * Stores the result of a merge: the contact, no duplicate, and the pointers of its addresses.
 *
 * @throws ConditionFailed when one of the two has changed
 */
export const storeMerge = (
  table: Table,
  before: StoredContact,
  after: StoredContact,
  duplicate: StoredContact,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    replacement(before, after),
    {
      Delete: {
        Key: { ...contactKey(duplicate.brand_id, duplicate.id) },
        ConditionExpression: 'version = :before',
        ExpressionAttributeValues: { ':before': duplicate.version },
      },
    },
    {
      Put: {
        Item: {
          ...mergedContactKey(duplicate.brand_id, duplicate.id),
          brand_id: duplicate.brand_id,
          merged_into: after.id,
        },
      },
    },
    // An earlier duplicate of the duplicate leads to the contact, too.
    ...duplicate.merged_ids.map((id) => ({
      Put: {
        Item: {
          ...mergedContactKey(duplicate.brand_id, id),
          brand_id: duplicate.brand_id,
          merged_into: after.id,
        },
      },
    })),
    ...addressesOf(duplicate).map(([channel, address]) => ({
      Put: { Item: { ...addressKey(after.brand_id, channel, address), contact_id: after.id } },
    })),
    ...others,
  ]);

/** Every address that leads to the contact, each once. */
export function addressesOf(contact: StoredContact): readonly (readonly [Channel, string])[] {
  const { email, phone, other_emails, other_phones } = contact;
  const of = (channel: Channel, addresses: readonly (string | undefined)[]) =>
    [
      ...new Set(
        addresses.flatMap((address) => (address === undefined ? [] : [normalAddress(channel, address)])),
      ),
    ].map((address) => [channel, address] as const);
  return [...of('email', [email, ...other_emails]), ...of('sms', [phone, ...other_phones])];
}

const addressOf = ({ email, phone }: StoredContact, channel: Channel) =>
  channel === 'email' ? email : phone;

const takeAddress = ({ brand_id, id }: StoredContact, channel: Channel, address: string): TransactAction => ({
  Put: {
    Item: { ...addressKey(brand_id, channel, address), contact_id: id },
    ConditionExpression: 'attribute_not_exists(pk) OR contact_id = :own',
    ExpressionAttributeValues: { ':own': id },
  },
});

async function moveAddress(
  table: Table,
  before: StoredContact,
  after: StoredContact,
  channel: Channel,
): Promise<readonly TransactAction[]> {
  const [old, next] = [addressOf(before, channel), addressOf(after, channel)];
  const normal = (address: string | undefined) => address && normalAddress(channel, address);
  if (normal(old) === normal(next)) return [];
  const release =
    old !== undefined && (await contactIdOfAddress(table, before.brand_id, channel, old)) === before.id;
  const take = next !== undefined && (channel === 'email' || (await isFree(table, after, channel, next)));
  return [
    ...(release ? [releaseAddress(before, channel, old)] : []),
    ...(take ? [takeAddress(after, channel, next)] : []),
  ];
}

export const releaseAddress = (
  { brand_id, id }: StoredContact,
  channel: Channel,
  address: string,
): TransactAction => ({
  Delete: {
    Key: { ...addressKey(brand_id, channel, address) },
    ConditionExpression: 'attribute_not_exists(pk) OR contact_id = :own',
    ExpressionAttributeValues: { ':own': id },
  },
});

/** Several people can share a phone number. It leads to the first of them. */
async function isFree(
  table: Table,
  { brand_id, id }: StoredContact,
  channel: Channel,
  address: string | undefined,
): Promise<boolean> {
  if (address === undefined) return false;
  const holder = await contactIdOfAddress(table, brand_id, channel, address);
  return holder === undefined || holder === id;
}

/** Turns the failed condition of the action that takes the e-mail address into an ApiError. */
const refuseTaken =
  (index: number) =>
  (error: unknown): never => {
    const isTaken = error instanceof ConditionFailed && error.failures.some((one) => one.index === index);
    throw isTaken ? new ApiError('contact_exists', { cause: error }) : error;
  };
