import { type HistoryEntry, type HistoryKind, historyEntry } from '#commerce/contacts/contract.ts';
import { orders as orderRecords } from '#commerce/orders/records.ts';
import type { Referral } from '#commerce/referrals/contract.ts';
import { found } from '#contract/errors.ts';
import { fieldsOf, getItems, type Item, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { historyKey, historyOf, ledgerOf } from './contact-keys.ts';
import { filteredPage, pageSize } from './contact-pages.ts';

export interface NewEntry {
  readonly brandId: string;
  readonly contactId: string;
  /** A UUID of version 7; the same id again overwrites the same entry. */
  readonly id: string;
  readonly kind: HistoryKind;
  readonly reference?: string;
  readonly at: string;
  readonly facts?: Partial<Omit<HistoryEntry, 'id' | 'contact_id' | 'kind' | 'reference' | 'at'>>;
}

/** The action that adds an entry to the history of a contact, for the transaction of its cause. Idempotent. */
export const historyAction = (entry: NewEntry): TransactAction => ({ Put: { Item: entryItem(entry) } });

function entryItem({ brandId, contactId, id, kind, reference, at, facts = {} }: NewEntry): Item {
  const entry = itemOf(historyKey(brandId, contactId, id), {
    id,
    contact_id: contactId,
    kind,
    ...(reference !== undefined && { reference }),
    ...facts,
    at,
  });
  return { ...entry };
}

/** The action that adds a redeemed referral code to the history of the referred contact. */
export function referralHistory(referral: Referral): TransactAction {
  const { id, brand_id, referred_user_id: contactId, referral_code, created_at } = referral;
  const entry = { brandId: brand_id, contactId, id, kind: 'referral', reference: referral_code } as const;
  return historyAction({ ...entry, at: created_at });
}

export const shownEntry = (entry: NewEntry): HistoryEntry => entryFrom(entryItem(entry));

/**
 * Deletes a note.
 *
 * @throws ApiError not_found for another entry, or none
 */
export async function deleteNote(
  table: Table,
  { brand_id, id, merged_ids }: HistoryOwner,
  noteId: string,
): Promise<void> {
  const keys = [id, ...merged_ids].map((contactId) => historyKey(brand_id, contactId, noteId));
  const note = (await getItems(table, keys)).find((item) => item['kind'] === 'note');
  const { pk } = found(note);
  await transact(table, [{ Delete: { Key: { pk, sk: noteId } } }]);
}

interface HistoryOwner {
  readonly brand_id: string;
  readonly id: string;
  readonly merged_ids: readonly string[];
}

/** Entries of a contact and of its merged duplicates, newest first; orders with their present total and status. */
export async function readHistory(
  table: Table,
  owner: HistoryOwner,
  { kind, limit, cursor }: PageRequest & { readonly kind?: HistoryKind | undefined },
): Promise<StoredPage<HistoryEntry>> {
  const list = ['contact history', owner.brand_id, owner.id, kind];
  const itemsAfter = (after: string | undefined) => newestEntries(table, owner, after);
  const { data, nextCursor } = await filteredPage({ list, limit, cursor, itemsAfter }, (item) =>
    kind === undefined || item['kind'] === kind ? entryFrom(item) : undefined,
  );
  return { data: await withOrders(table, owner.brand_id, data), nextCursor };
}

/** The entries of all partitions of a contact in one order: newest first. Ids sort by time. */
async function* newestEntries(
  table: Table,
  { brand_id, id, merged_ids }: HistoryOwner,
  after?: string,
): AsyncGenerator<Item> {
  const lists = [id, ...merged_ids].flatMap((contactId) =>
    [historyOf(brand_id, contactId), ledgerOf(brand_id, contactId)].map((range) =>
      queryItems(table, { ...range, newestFirst: true }, { after, pageSize }),
    ),
  );
  const heads = await Promise.all(lists.map((list) => list.next()));
  for (;;) {
    let newest = -1;
    for (const [index, { done, value }] of heads.entries()) {
      const known = heads[newest]?.value;
      if (!done && (known === undefined || String(value['sk']) > String(known['sk']))) newest = index;
    }
    const head = heads[newest];
    const list = lists[newest];
    if (head === undefined || head.done || list === undefined) return;
    yield head.value['order_id'] === undefined ? head.value : orderEntry(head.value);
    heads[newest] = await list.next();
  }
}

/** An order of the ledger as an entry of the history. */
const orderEntry = ({ sk, contact_id, order_id, at }: Item): Item => ({
  sk,
  id: order_id,
  contact_id,
  kind: 'order',
  reference: order_id,
  at,
});

/** Adds the present total and status of orders. */
async function withOrders(
  table: Table,
  brandId: string,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const ids = entries.flatMap(({ kind, reference }) => (kind === 'order' && reference ? [reference] : []));
  if (ids.length === 0) return entries;
  const keys = [...new Set(ids)].map((id) => orderRecords.key({ brand_id: brandId, id }));
  const found = await getItems(table, keys, ['id', 'total', 'status']);
  const orders = new Map(found.map((item) => [item['id'], item]));
  return entries.map((entry) => {
    const order = entry.kind === 'order' ? orders.get(entry.reference) : undefined;
    return order ? entryFrom({ ...entry, total: Number(order['total']), status: order['status'] }) : entry;
  });
}

const entryFrom = (item: Item): HistoryEntry => resourceOf<HistoryEntry>(item, entryFields);
const entryFields = fieldsOf(historyEntry);
