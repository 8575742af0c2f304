import type { StoredContact } from '#commerce/contacts/contact-fields.ts';
import { channels } from '#commerce/contacts/contact-fields.ts';
import { contacts, contactsOf } from '#commerce/contacts/records.ts';
import { filteredPage, pageSize } from '#commerce/contacts/search-records.ts';
import { sendabilityOf } from '#commerce/contacts/sendability.ts';
import { silentAmong } from '#commerce/messages/silence-records.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { record } from '#store/commerce/record.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import { type Segment, type SegmentFilter, segment } from './contract.ts';
import { selects } from './rules.ts';

export const segments = record({
  name: 'segment',
  schema: segment,
  records: 'segments',
  pk: 'SEGMENTS#{brand_id}',
  sk: '{id}',
  exported: 'segments',
  person: 'none',
});

/** Contacts of a segment, newest first. */
export function readSegmentContacts(
  { id, brand_id, version, filter }: Segment,
  { limit, cursor }: PageRequest,
  now: Date,
): Promise<StoredPage<StoredContact>> {
  const range = { ...contactsOf(brand_id), newestFirst: true };
  // A page of another version of the filter would hide contacts.
  const list = ['segment contacts', brand_id, id, String(version)];
  const itemsAfter = (after: string | undefined) => queryItems(commerceTable, range, { after, pageSize });
  return filteredPage({ list, limit, cursor, itemsAfter }, (item) => {
    const contact = contacts.read(item);
    return selects(filter, contact, now) ? contact : undefined;
  });
}

interface SegmentCounts {
  readonly examined: number;
  readonly matched: number;
  readonly reachable: Readonly<Record<(typeof channels)[number], number>>;
  readonly sample: readonly StoredContact[];
  readonly next_cursor: string | null;
}

interface CountedFilter {
  readonly brand_id: string;
  readonly filter: SegmentFilter;
  readonly cursor?: string | undefined;
}

/** Bounds a count: 10,000 contacts are about 10 MB. */
const maxCounted = 10_000;
const sampleSize = 5;

/**
 * Counts the contacts that a filter selects, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export async function countSelected(
  { brand_id, filter, cursor }: CountedFilter,
  now: Date,
): Promise<SegmentCounts> {
  const list = ['segment preview', brand_id, JSON.stringify(filter)];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const range = { ...contactsOf(brand_id), newestFirst: true };
  const matched: StoredContact[] = [];
  let examined = 0;
  let position = '';
  let next_cursor: string | null = null;
  for await (const item of queryItems(commerceTable, range, { after })) {
    if (examined === maxCounted) {
      next_cursor = encodeCursor(list, position);
      break;
    }
    examined++;
    position = String(item['sk']);
    const contact = contacts.read(item);
    if (selects(filter, contact, now)) matched.push(contact);
  }
  const [email = 0, sms = 0] = await Promise.all(
    channels.map(async (channel) => {
      const addresses = matched.flatMap((contact) => {
        const decided = sendabilityOf(contact, channel);
        return decided.ok ? [decided.address] : [];
      });
      const silent = await silentAmong(brand_id, channel, [...new Set(addresses)]);
      return addresses.filter((address) => !silent.has(address)).length;
    }),
  );
  const sample = matched.slice(0, sampleSize);
  return { examined, matched: matched.length, reachable: { email, sms }, sample, next_cursor };
}
