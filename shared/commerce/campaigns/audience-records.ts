import { firstIdAt } from '#persistence/new-id.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import { type SkipReason, sendabilityOf } from '../contacts/contact.ts';
import type { Channel, StoredContact } from '../contacts/contact-fields.ts';
import { contacts as contactRecords, contactsOf, findContact, maxExamined } from '../contacts/records.ts';
import { silentAmong } from '../messages/silence-records.ts';
import type { SegmentFilter } from '../segments/contract.ts';
import { selects } from '../segments/records.ts';

export type AudienceSource =
  | { readonly segment: SegmentFilter }
  | { readonly contactIds: readonly string[] }
  | { readonly all: true };

export interface AudienceQuery {
  readonly brandId: string;
  readonly source: AudienceSource;
  readonly channel: Channel;
  /** When the send began: contacts that were created later are left out, and days are counted from it. */
  readonly startedAt: string;
  /** Maximum recipients of a page. */
  readonly limit?: number;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
}

export interface Recipient {
  readonly contact: StoredContact;
  /** E-mail address, or phone number in its normal form. */
  readonly address: string;
}

export interface AudiencePage {
  readonly recipients: readonly Recipient[];
  /** Selected contacts of the page that get nothing, by reason. */
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Position after the page; undefined after the last one. */
  readonly next: string | undefined;
}

/**
 * One page of the contacts that a campaign goes to, in the order of their ids, strongly consistent. Reading all pages
 * examines every contact that existed at `startedAt` once. A page examines at most 1,000 contacts, so it can be empty and
 * still have a `next`.
 */
export async function readAudience(query: AudienceQuery): Promise<AudiencePage> {
  const { source } = query;
  const { contacts, next } =
    'contactIds' in source ? await named(query, source.contactIds) : await selected(query);
  return { ...(await reachable(query, contacts)), next };
}

interface Chosen {
  readonly contacts: readonly StoredContact[];
  readonly next: string | undefined;
}

const defaultLimit = 200;

async function selected({
  brandId,
  source,
  startedAt,
  limit = defaultLimit,
  after,
}: AudienceQuery): Promise<Chosen> {
  const now = new Date(startedAt);
  // Ids of contacts that are created in the next millisecond or later are greater.
  const to = firstIdAt(new Date(now.getTime() + 1));
  const range = { ...contactsOf(brandId), to };
  const start = {
    after: after === undefined ? undefined : contactRecords.key({ brand_id: brandId, id: after }).sk,
    pageSize: Math.min(maxExamined, 250),
  };
  const contacts: StoredContact[] = [];
  let examined = 0;
  let position: string | undefined;
  for await (const item of queryItems(commerceTable, range, start)) {
    if (contacts.length === limit || examined === maxExamined) return { contacts, next: position };
    examined++;
    const contact = contactRecords.read(item);
    position = contact.id;
    if (!('segment' in source) || selects(source.segment, contact, now)) contacts.push(contact);
  }
  return { contacts, next: undefined };
}

/** Named contacts, each once, also if two of the ids belong to one contact after a merge. */
async function named(
  { brandId, limit = defaultLimit, after }: AudienceQuery,
  ids: readonly string[],
): Promise<Chosen> {
  const rest = [...new Set(ids)].sort().filter((id) => after === undefined || id > after);
  const page = rest.slice(0, limit);
  const found = await Promise.all(page.map((id) => findContact(brandId, id)));
  const contacts = found.filter(
    // A merged duplicate leads to its contact, which is a recipient also by its own id if that is named, too.
    (contact, index) => contact !== undefined && (contact.id === page[index] || !ids.includes(contact.id)),
  );
  const unique = new Map(contacts.map((contact) => [contact?.id, contact]));
  return {
    contacts: [...unique.values()].filter((contact) => contact !== undefined),
    next: rest.length > page.length ? page.at(-1) : undefined,
  };
}

async function reachable(
  { brandId, channel }: AudienceQuery,
  contacts: readonly StoredContact[],
): Promise<Omit<AudiencePage, 'next'>> {
  const skipped: Record<SkipReason, number> = { no_address: 0, no_consent: 0, withdrawn: 0, suppressed: 0 };
  const willing = contacts.flatMap((contact): Recipient[] => {
    const decided = sendabilityOf(contact, channel);
    if (decided.ok) return [{ contact, address: decided.address }];
    skipped[decided.reason]++;
    return [];
  });
  const addresses = new Set(willing.map(({ address }) => address));
  const silent = await silentAmong(brandId, channel, [...addresses]);
  const recipients = willing.filter(({ address }) => !silent.has(address));
  skipped.suppressed = willing.length - recipients.length;
  return { recipients, skipped };
}
