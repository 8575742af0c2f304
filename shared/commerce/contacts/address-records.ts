import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { pointer, record, secret } from '#store/commerce/record.ts';
import { getItems, nameOfKey } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import {
  type Address,
  address,
  addressId,
  holderOf,
  isShared,
  isSharedMailbox,
  type Mailbox,
  mailbox,
  mailboxId,
  maxListed,
  type Written,
  withEarlier,
} from './addresses.ts';
import type { Channel, StoredContact } from './contact-fields.ts';

/** The HMAC key of a brand's addresses. It is made with the brand and never changes. */
export const addressKeys = record({
  name: 'key of addresses',
  schema: z.object({ brand_id: uuid, key: z.string() }),
  records: 'address-keys',
  pk: 'ADDRESSKEY#{brand_id}',
  sk: 'KEY',
  unchangedBy: ['key'],
  exported: secret,
  person: 'none',
});

export const addresses = record(
  {
    name: 'address',
    schema: address,
    records: 'contacts',
    pk: 'CONTACTS#{brand_id}',
    sk: 'ADDRESS#{id}',
    exported: 'contact-addresses',
    person: 'contact',
  },
  ({ brand_id, id }): Address => ({ ...unused, brand_id, id }),
);

export const mailboxes = record(
  {
    name: 'mailbox',
    schema: mailbox,
    records: 'contacts',
    pk: 'CONTACTS#{brand_id}',
    sk: 'MAILBOX#{id}',
    exported: pointer,
    person: 'contact',
  },
  ({ brand_id, id }): Mailbox => ({ brand_id, id, contact_ids: [], shared: false, version: 0 }),
);

const unused = { channel: 'email' as Channel, contact_ids: [], shared: false, version: 0 };

/** The action that makes the key of a new brand. */
export const newAddressKey = (brandId: string): TransactAction =>
  addressKeys.insert({ brand_id: brandId, key: randomBytes(32).toString('base64') });

const knownKeys = new Map<string, Buffer>();
const maxKnownKeys = 1000;

/**
 * The HMAC key of a brand's addresses, read once by each function instance. The role needs `readsSecrets: ['address-keys']`.
 *
 * @throws TypeError for a brand that does not exist
 */
export async function addressKey(brandId: string): Promise<Buffer> {
  const known = knownKeys.get(brandId);
  if (known) return known;
  const found = await addressKeys.find({ brand_id: brandId });
  if (found === undefined) throw new TypeError('The brand has no key of addresses');
  const key = Buffer.from(found.key, 'base64');
  if (knownKeys.size >= maxKnownKeys) knownKeys.clear();
  knownKeys.set(brandId, key);
  return key;
}

/** Addresses and their mailboxes, by id. Those that nobody has used have version 0. */
export interface AddressBook {
  readonly brandId: string;
  readonly key: Buffer;
  readonly addresses: ReadonlyMap<string, Address>;
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
}

/** Reads addresses with their mailboxes, strongly consistent, in one round trip. */
export async function readAddresses(brandId: string, written: readonly Written[]): Promise<AddressBook> {
  const key = await addressKey(brandId);
  const wanted = new Map(
    written.map(({ channel, address }) => {
      const id = addressId(key, channel, address);
      return [id, { channel, ...(channel === 'email' && { mailbox: mailboxId(key, address) }) }] as const;
    }),
  );
  const mailboxIds = new Set([...wanted.values()].flatMap((one) => one.mailbox ?? []));
  const keys = [
    ...[...wanted.keys()].map((id) => addresses.key({ brand_id: brandId, id })),
    ...[...mailboxIds].map((id) => mailboxes.key({ brand_id: brandId, id })),
  ];
  const items = new Map((await getItems(commerceTable, keys)).map((item) => [nameOfKey(item), item]));
  return {
    brandId,
    key,
    addresses: new Map(
      [...wanted].map(([id, one]) => {
        const at = addresses.at({ brand_id: brandId, id });
        return [id, { ...at.read(items.get(nameOfKey(at.key))), ...one }];
      }),
    ),
    mailboxes: new Map(
      [...mailboxIds].map((id) => {
        const at = mailboxes.at({ brand_id: brandId, id });
        return [id, at.read(items.get(nameOfKey(at.key)))];
      }),
    ),
  };
}

/** An address with its mailbox, and whom it leads to. */
export interface FoundAddress {
  readonly address: Address;
  readonly mailbox: Mailbox | undefined;
  readonly shared: boolean;
  /** Id of its contact; undefined for a shared address, or one that nobody has. */
  readonly holder: string | undefined;
}

/** An address that was read. */
export function found(book: AddressBook, { channel, address }: Written): FoundAddress {
  const one = book.addresses.get(addressId(book.key, channel, address));
  if (one === undefined) throw new TypeError('The address was not read');
  const mailbox = one.mailbox === undefined ? undefined : book.mailboxes.get(one.mailbox);
  return { address: one, mailbox, shared: isShared(one, mailbox), holder: holderOf(one, mailbox) };
}

/** Id of the contact whom an address leads to; undefined for a shared one. Strongly consistent. */
export const contactIdOfAddress = async (
  brandId: string,
  channel: Channel,
  address: string,
): Promise<string | undefined> =>
  found(await readAddresses(brandId, [{ channel, address }]), { channel, address }).holder;

/** The actions that mark the mailbox of a member or of replies as shared; none if it is. */
export async function shareMailbox(brandId: string, email: string): Promise<readonly TransactAction[]> {
  const key = { brand_id: brandId, id: mailboxId(await addressKey(brandId), email) };
  const before = await mailboxes.find(key);
  if (before.shared) return [];
  return [mailboxes.replace(before, { ...before, shared: true, version: before.version + 1 })];
}

/**
 * The actions that say whether several people use an address, and the result. A mailbox lists the contacts of its addresses that are
 * not shared.
 *
 * @param of a contact with all addresses that it has
 * @throws ApiError contact_exists when several contacts have an e-mail address that is to be that of one
 */
export function shareActions(
  book: AddressBook,
  of: { readonly contactId: string; readonly has: readonly Written[] },
  one: Written,
  shared: boolean,
): { readonly shared: boolean; readonly actions: readonly TransactAction[] } {
  const { address: before, mailbox } = found(book, one);
  if (before.channel === 'email' && before.shared && !shared && before.contact_ids.length > 1)
    throw new ApiError('contact_exists');
  const after = { ...before, shared };
  const isListed = of.has
    .map((other) => found(book, other).address)
    .some((other) => other.mailbox === mailbox?.id && !(other.id === before.id ? after : other).shared);
  const box = mailbox && (isListed ? withContact : withoutContact)(mailbox, of.contactId);
  const changed = new Map([...book.addresses, [before.id, after]]);
  const boxes = box ? new Map([...book.mailboxes, [box.id, box]]) : book.mailboxes;
  return { shared: isShared(after, box), actions: changes(book, changed, boxes) };
}

/** A contact that gains or loses addresses. */
interface Move {
  readonly contactId: string;
  readonly gains: readonly Written[];
  readonly loses: readonly Written[];
  /** Addresses that are or were its own: their mailboxes list it, and their numbers as an earlier contact. */
  readonly keeps: readonly Written[];
}

/**
 * The actions that record who has which addresses. They fail if one of the addresses was changed after it was read.
 *
 * @throws ApiError contact_exists when another contact has an e-mail address that is not shared
 */
export function addressActions(book: AddressBook, moves: readonly Move[]): readonly TransactAction[] {
  const changed = new Map(book.addresses);
  const boxes = new Map(book.mailboxes);
  const idOf = ({ channel, address }: Written) => addressId(book.key, channel, address);
  for (const { contactId, gains, loses, keeps } of moves) {
    const has = [...keeps, ...gains].map((one) => found(book, one).address);
    const kept = new Set(has.flatMap(({ id, shared, mailbox = id }) => (shared ? [] : [mailbox])));
    for (const one of loses) {
      const [id, mailbox] = [idOf(one), found(book, one).address.mailbox];
      update(changed, id, (before) => {
        const left = withoutContact(before, contactId);
        if (!kept.has(id)) return left;
        return { ...left, earlier_ids: withEarlier(left.earlier_ids, [contactId], []) };
      });
      if (mailbox !== undefined && !kept.has(mailbox)) {
        update(boxes, mailbox, (before) => withoutContact(before, contactId));
      }
    }
    for (const one of gains) {
      const mailbox = found(book, one).address.mailbox;
      update(changed, idOf(one), (before) => {
        const isTaken = one.channel === 'email' && before.contact_ids.some((other) => other !== contactId);
        const box = mailbox === undefined ? undefined : boxes.get(mailbox);
        if (isTaken && !before.shared && !(box && isSharedMailbox(box))) throw new ApiError('contact_exists');
        return withContact(before, contactId);
      });
      if (mailbox === undefined || changed.get(idOf(one))?.shared) continue;
      update(boxes, mailbox, (before) => withContact(before, contactId));
    }
  }
  return changes(book, changed, boxes);
}

const changes = (
  book: AddressBook,
  changed: AddressBook['addresses'],
  boxes: AddressBook['mailboxes'],
): readonly TransactAction[] => [
  ...actionsOf(book.addresses, changed, addresses),
  ...actionsOf(book.mailboxes, boxes, mailboxes),
];

const update = <T>(values: Map<string, T>, id: string, change: (before: T) => T): void => {
  const before = values.get(id);
  if (before !== undefined) values.set(id, change(before));
};

const withContact = <T extends Listed>(before: T, contactId: string): T =>
  before.contact_ids.includes(contactId) || before.contact_ids.length >= maxListed
    ? before
    : { ...before, contact_ids: [...before.contact_ids, contactId] };

const withoutContact = <T extends Listed>(before: T, contactId: string): T => ({
  ...before,
  contact_ids: before.contact_ids.filter((other) => other !== contactId),
});

type Listed = Pick<Mailbox, 'contact_ids' | 'shared' | 'version'> & Pick<Address, 'earlier_ids'>;

/** A mark stays although nobody has the address. */
const isUsed = ({ contact_ids, earlier_ids = [], shared }: Listed) =>
  contact_ids.length > 0 || earlier_ids.length > 0 || shared;

/** The mailboxes and numbers that a contact had earlier, strongly consistent. */
export async function readEarlier({
  brand_id,
  earlier_address_ids = [],
}: Pick<StoredContact, 'brand_id' | 'earlier_address_ids'>): Promise<{
  readonly boxes: readonly Mailbox[];
  readonly numbers: readonly Address[];
}> {
  const keys = earlier_address_ids.map((id) => ({ brand_id, id }));
  if (keys.length === 0) return { boxes: [], numbers: [] };
  const [boxes, numbers] = await Promise.all([mailboxes.findMany(keys), addresses.findMany(keys)]);
  return { boxes, numbers };
}

/** The actions that take an erased contact out of the mailboxes and numbers that it had earlier. */
export async function forgottenActions(contact: StoredContact): Promise<readonly TransactAction[]> {
  const { boxes, numbers } = await readEarlier(contact);
  const byId = <T extends { readonly id: string }>(some: readonly T[]) =>
    new Map(some.map((one) => [one.id, one]));
  const gone = new Set([contact.id, ...contact.merged_ids]);
  const others = (some: readonly string[]) => some.filter((id) => !gone.has(id));
  const without = <T extends Listed>(one: T): T => ({
    ...one,
    contact_ids: others(one.contact_ids),
    ...(one.earlier_ids && { earlier_ids: others(one.earlier_ids) }),
  });
  return [
    ...actionsOf(byId(boxes), byId(boxes.map(without)), mailboxes),
    ...actionsOf(byId(numbers), byId(numbers.map(without)), addresses),
  ];
}

interface Writer<T> {
  replace(before: T, after: T): TransactAction;
  remove(before: T): TransactAction;
}

/** Replaces what changed, and removes what nobody uses. */
function actionsOf<T extends Listed>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  { replace, remove }: Writer<T>,
): readonly TransactAction[] {
  return [...before].flatMap(([id, old]) => {
    const next = after.get(id);
    if (next === undefined || JSON.stringify(next) === JSON.stringify(old)) return [];
    if (isUsed(next)) return [replace(old, { ...next, version: old.version + 1 })];
    return old.version === 0 ? [] : [remove(old)];
  });
}
