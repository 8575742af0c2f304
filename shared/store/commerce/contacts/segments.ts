import type { StoredContact } from '#commerce/contacts/contact.ts';
import { channels } from '#commerce/contacts/contract.ts';
import { selects } from '#commerce/contacts/segment.ts';
import { sendabilityOf } from '#commerce/contacts/sendability.ts';
import { type Segment, type SegmentFilter, segment as segmentSchema } from '#commerce/segments/contract.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { contactFrom } from './contact-items.ts';
import { contactsOf, segmentKey, segmentsOf } from './contact-keys.ts';
import { filteredPage, pageSize } from './contact-pages.ts';
import { suppressedAmong } from './suppressions.ts';

export const insertSegment = (
  table: Table,
  segment: Segment,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [insertion(itemOf(segmentKey(segment.brand_id, segment.id), segment)), ...others]);

/** @throws ConditionFailed when the stored segment is no longer `before` */
export const changeSegment = (table: Table, before: Segment, after: Segment): Promise<void> =>
  transact(table, [
    { Put: { Item: itemOf(segmentKey(after.brand_id, after.id), after), ...unchanged(before) } },
  ]);

/** @throws ConditionFailed when the stored segment is no longer `segment` */
export const removeSegment = (table: Table, segment: Segment): Promise<void> =>
  transact(table, [
    { Delete: { Key: { ...segmentKey(segment.brand_id, segment.id) }, ...unchanged(segment) } },
  ]);

const unchanged = ({ version }: Segment) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

export const readSegments = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Segment>> =>
  queryPage(table, { list: ['segments', brandId], limit, cursor, range: segmentsOf(brandId) }, segmentFrom);

const segmentFields = fieldsOf(segmentSchema);
const segmentFrom = (item: Item): Segment => resourceOf<Segment>(item, segmentFields);

export const findSegment = finder(segmentKey, segmentFrom);

/** Contacts of a segment, newest first. */
export function readSegmentContacts(
  table: Table,
  segment: Segment,
  { limit, cursor }: PageRequest,
  now: Date,
): Promise<StoredPage<StoredContact>> {
  const range = { ...contactsOf(segment.brand_id), newestFirst: true };
  // A page of another version of the filter would hide contacts.
  const list = ['segment contacts', segment.brand_id, segment.id, String(segment.version)];
  const itemsAfter = (after: string | undefined) => queryItems(table, range, { after, pageSize });
  return filteredPage({ list, limit, cursor, itemsAfter }, (item) => {
    const contact = contactFrom(item);
    return selects(segment.filter, contact, now) ? contact : undefined;
  });
}

interface SegmentCounts {
  readonly examined: number;
  readonly matched: number;
  readonly reachable: Readonly<Record<(typeof channels)[number], number>>;
  readonly sample: readonly StoredContact[];
  readonly nextCursor: string | null;
}

/** Bounds a count: 10,000 contacts are about 10 MB. */
const maxCounted = 10_000;
const sampleSize = 5;

/** Counts the contacts that a filter selects, newest first. */
export async function countSegment(
  table: Table,
  {
    brandId,
    filter,
    cursor,
  }: {
    readonly brandId: string;
    readonly filter: SegmentFilter;
    readonly cursor: string | undefined;
  },
  now: Date,
): Promise<SegmentCounts> {
  const list = ['segment preview', brandId, JSON.stringify(filter)];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const range = { ...contactsOf(brandId), newestFirst: true };
  const matched: StoredContact[] = [];
  let examined = 0;
  let position = '';
  let nextCursor: string | null = null;
  for await (const item of queryItems(table, range, { after })) {
    if (examined === maxCounted) {
      nextCursor = encodeCursor(list, position);
      break;
    }
    examined++;
    position = String(item['sk']);
    const contact = contactFrom(item);
    if (selects(filter, contact, now)) matched.push(contact);
  }
  const [email = 0, sms = 0] = await Promise.all(
    channels.map(async (channel) => {
      const addresses = matched.flatMap((contact) => {
        const decided = sendabilityOf(contact, channel);
        return decided.ok ? [decided.address] : [];
      });
      const suppressed = await suppressedAmong(table, brandId, channel, [...new Set(addresses)]);
      return addresses.filter((address) => !suppressed.has(address)).length;
    }),
  );
  const sample = matched.slice(0, sampleSize);
  return { examined, matched: matched.length, reachable: { email, sms }, sample, nextCursor };
}
