import type { StoredContact } from '#commerce/contacts/contact-fields.ts';
import { foldedText } from '#contract/text-forms.ts';
import type {
  Segment,
  SegmentCondition,
  SegmentFilter,
  SegmentInput,
  SegmentReplacement,
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
