import type { Referral } from '#commerce/referrals/contract.ts';
import { found } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { ledBy, record } from '#store/commerce/record.ts';
import { getItems, type Item } from '#store/dynamodb/items.ts';
import { type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import { orderedFields } from '#store/records/record.ts';
import { orders as orderRecords } from '../orders/records.ts';
import {
  type Channel,
  type Consent,
  type HistoryEntry,
  type HistoryKind,
  historyEntry,
} from './contact-fields.ts';
import { ledger } from './ledger-records.ts';
import { contacts, filteredPage, pageSize } from './records.ts';

/** What is not an order, which is in the ledger. Ids are UUIDs of version 7; the same id again is the same entry. */
export const history = record({
  name: 'history of a contact',
  schema: historyEntry.extend({ brand_id: uuid }),
  records: 'contact-history',
  pk: 'CONTACTLOG#{brand_id}#{contact_id}',
  sk: '{id}',
  unchangedBy: ['at'],
  exported: 'contact-history',
  person: 'history',
  ...ledBy('contact_id', 'contact', 'merged contact'),
});

/** The entries of a contact in these records, without those of merged ones. */
export const entriesOf = (
  { name, pk, sk }: typeof history | typeof ledger,
  brand_id: string,
  contact_id: string,
) => rangeIn(name, [pk, sk], { brand_id, contact_id });

/** The action that adds a redeemed referral code to the history of the referred contact. */
export const referralHistory = (referral: Referral): TransactAction =>
  history.put({
    id: referral.id,
    brand_id: referral.brand_id,
    contact_id: referral.referred_user_id,
    kind: 'referral',
    reference: referral.referral_code,
    at: referral.created_at,
  });

interface ConsentChange {
  readonly brandId: string;
  readonly contactId: string;
  readonly channel: Channel;
  readonly status: Consent['status'];
  /** Such as `unsubscribe_link`, `stop_message`, `import` or the name of a form. */
  readonly source: string;
  readonly text_version?: string | undefined;
  /** Id of the entry in the history: a UUID of version 7. */
  readonly id: string;
  readonly now: Date;
  readonly author?: string;
}

/**
 * Actions that record a consent and its history, for the transaction of the cause. They need no read. The first fails if the
 * contact does not exist.
 */
export function consentActions(change: ConsentChange): readonly TransactAction[] {
  const { brandId, contactId, channel, status, source, text_version, now } = change;
  const at = now.toISOString();
  const versionOfText = text_version === undefined ? {} : { text_version };
  return [
    {
      Update: {
        Key: { ...contacts.key({ brand_id: brandId, id: contactId }) },
        UpdateExpression: 'SET #consent = :consent, updated_at = :at ADD version :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#consent': `consent_${channel}` },
        ExpressionAttributeValues: {
          ':consent': { status, source, ...versionOfText, at },
          ':at': at,
          ':one': 1,
        },
      },
    },
    consentEntry(change),
  ];
}

/** The action that adds a consent to the history of its contact. */
export function consentEntry(change: ConsentChange): TransactAction {
  const {
    brandId: brand_id,
    contactId: contact_id,
    channel,
    status,
    source,
    text_version,
    id,
    now,
    author,
  } = change;
  const facts = { channel, status, source, text_version, author };
  return history.put({ id, brand_id, contact_id, kind: 'consent', ...facts, at: now.toISOString() });
}

/**
 * A note of a contact.
 *
 * @throws ApiError not_found for another entry, or none
 */
export async function findNote({ brand_id, id, merged_ids }: HistoryOwner, noteId: string) {
  const keys = [id, ...merged_ids].map((contact_id) => ({ brand_id, contact_id, id: noteId }));
  return found((await history.findMany(keys)).find(({ kind }) => kind === 'note'));
}

interface HistoryOwner {
  readonly brand_id: string;
  readonly id: string;
  readonly merged_ids: readonly string[];
}

/** Entries of a contact and of its merged duplicates, newest first; orders with their present total and status. */
export async function readHistory(
  owner: HistoryOwner,
  { kind, limit, cursor }: PageRequest & { readonly kind?: HistoryKind | undefined },
): Promise<StoredPage<HistoryEntry>> {
  const list = ['contact history', owner.brand_id, owner.id, kind];
  const itemsAfter = (after: string | undefined) => newestEntries(owner, after);
  const { data, nextCursor } = await filteredPage({ list, limit, cursor, itemsAfter }, (item) =>
    kind === undefined || item['kind'] === kind ? entryFrom(item) : undefined,
  );
  return { data: await withOrders(owner.brand_id, data), nextCursor };
}

/** The entries of all partitions of a contact in one order: newest first. Ids sort by time. */
async function* newestEntries(
  { brand_id, id, merged_ids }: HistoryOwner,
  after?: string,
): AsyncGenerator<Item> {
  const lists = [id, ...merged_ids].flatMap((contactId) =>
    [history, ledger].map((of) => {
      const range = { ...entriesOf(of, brand_id, contactId), newestFirst: true };
      return queryItems(commerceTable, range, { after, pageSize });
    }),
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

/** Adds the number, the present total and the status of orders. */
async function withOrders(
  brandId: string,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const ids = entries.flatMap(({ kind, reference }) => (kind === 'order' && reference ? [reference] : []));
  if (ids.length === 0) return entries;
  const keys = [...new Set(ids)].map((id) => orderRecords.key({ brand_id: brandId, id }));
  const found = await getItems(commerceTable, keys, ['id', 'number', 'total', 'status']);
  const orders = new Map(found.map((item) => [item['id'], item]));
  return entries.map((entry) => {
    const order = entry.kind === 'order' ? orders.get(entry.reference) : undefined;
    return order
      ? entryFrom({
          ...entry,
          number: Number(order['number']),
          total: Number(order['total']),
          status: order['status'],
        })
      : entry;
  });
}

/** The entry as clients see it. All entries are written by the record. */
export const entryFrom = (item: Item): HistoryEntry => orderedFields(historyEntry, item) as HistoryEntry;
