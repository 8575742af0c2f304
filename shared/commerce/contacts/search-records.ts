import { foldedText } from '#contract/text-forms.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { decodeCursor, encodeCursor, type ListIdentity } from '#store/dynamodb/cursor.ts';
import type { IndexName, Item } from '#store/dynamodb/items.ts';
import { type ItemRange, type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import { normalEmail, normalPhone } from './addresses.ts';
import type { StoredContact } from './contact-fields.ts';
import { contacts, contactsOf, emailPartition, phonePartition } from './records.ts';

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
