import { foldedText } from '#contract/text-forms.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { record } from '#store/commerce/record.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import { sendabilityOf } from '../contacts/contact.ts';
import { channels, type StoredContact } from '../contacts/contact-fields.ts';
import { contacts, contactsOf, filteredPage, pageSize } from '../contacts/records.ts';
import { silentAmong } from '../messages/silence-records.ts';
import {
  type Segment,
  type SegmentCondition,
  type SegmentFilter,
  type SegmentInput,
  type SegmentReplacement,
  segment,
} from './contract.ts';

export function newSegment(
  { brand_id, name, filter }: SegmentInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Segment {
  const time = now.toISOString();
  return { id, brand_id, name, filter, created_at: time, updated_at: time, version: 1 };
}

export const replaceSegment = (
  segment: Segment,
  { name, filter }: SegmentReplacement,
  now: Date,
): Segment => ({
  ...segment,
  name,
  filter,
  updated_at: now.toISOString(),
  version: segment.version + 1,
});

/** The facts that filters ask for. */
export type ContactFacts = Pick<
  StoredContact,
  | 'tags'
  | 'consents'
  | 'email'
  | 'phone'
  | 'spent_cents'
  | 'order_count'
  | 'first_order_at'
  | 'last_order_at'
  | 'created_at'
  | 'product_ids'
  | 'stop_ids'
  | 'city'
  | 'region'
  | 'postal_code'
  | 'country'
>;

/** Whether the filter selects the contact. Lists, counts and campaigns all ask this function. */
export function selects(filter: SegmentFilter, contact: ContactFacts, now: Date): boolean {
  switch (filter.match) {
    case 'all':
      return filter.filters.every((one) => selects(one, contact, now));
    case 'any':
      return filter.filters.some((one) => selects(one, contact, now));
    case 'not':
      return !selects(filter.filter, contact, now);
    default:
      return holds(filter, contact, now);
  }
}

function holds(condition: SegmentCondition, contact: ContactFacts, now: Date): boolean {
  switch (condition.match) {
    case 'tag':
      return contact.tags.some((tag) => sameText(tag, condition.equals));
    case 'consent':
      return (contact.consents[condition.channel]?.status ?? 'none') === condition.status;
    case 'address':
      return (condition.channel === 'email' ? contact.email : contact.phone) !== undefined;
    case 'total_spent':
      return isBetween(contact.spent_cents, inCents(condition.at_least), inCents(condition.at_most));
    case 'order_count':
      return isBetween(contact.order_count, condition.at_least, condition.at_most);
    case 'first_order':
      return isAt(contact.first_order_at, condition, now);
    case 'last_order':
      return isAt(contact.last_order_at, condition, now);
    case 'created':
      return isAt(contact.created_at, condition, now);
    case 'product':
      return contact.product_ids.includes(condition.product_id);
    case 'stop':
      return contact.stop_ids.includes(condition.stop_id);
    case 'city':
    case 'region':
    case 'postal_code':
    case 'country':
      return sameText(contact[condition.match], condition.equals);
  }
}

const sameText = (a: string | undefined, b: string): boolean =>
  a !== undefined && foldedText(a) === foldedText(b);

/** Rounded, because 0.29 x 100 is not 29 in binary. */
const inCents = (amount: number | undefined) => (amount === undefined ? undefined : Math.round(amount * 100));

const isBetween = (value: number, least: number | undefined, most: number | undefined): boolean =>
  (least === undefined || value >= least) && (most === undefined || value <= most);

interface Times {
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly within_days?: number | undefined;
  readonly before_days?: number | undefined;
}

/** A contact without the time, such as one without orders, is at no time. */
function isAt(
  time: string | undefined,
  { before, from, within_days, before_days }: Times,
  now: Date,
): boolean {
  if (time === undefined) return false;
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  return (
    (before === undefined || time < before) &&
    (from === undefined || time >= from) &&
    (within_days === undefined || time >= daysAgo(within_days)) &&
    (before_days === undefined || time < daysAgo(before_days))
  );
}

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
