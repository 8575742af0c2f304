import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import * as z from 'zod';
import { uuid } from '#contract/fields.ts';
import { escapeHtml } from '#contract/text-forms.ts';
import { record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { ChangelogEntry } from './contract.ts';

/** A UUID of version 7 for this time that is the same each time: its random bits are a hash of `cause`. */
const derivedId = (cause: string, time: Date): string => {
  const random = createHash('sha256').update(cause).digest().subarray(0, 16);
  return v7({ msecs: time.getTime(), random, seq: random.readUInt32BE(12) });
};

export type ChangelogText = Omit<ChangelogEntry, 'id'>;

/**
 * The changelog that users read, newest first. Each release adds its entries at the top. Published entries keep their
 * version, time and title, because their ids derive from them; the text may be corrected.
 */
const changelogTexts: readonly ChangelogText[] = [
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:03.000Z',
    title: 'Water: fields, meters and seasons',
    kinds: ['added'],
    text: 'Keep fields and meters, record readings, and compare the use of a season with your allocation. Devices without a network send their entries later in one batch. A CSV file lists the use per field and month for the water authority.',
  },
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:02.000Z',
    title: 'Notifications and digests',
    kinds: ['added'],
    text: 'Each member has a list of notifications with an exact number of unread ones. Choose for each kind whether it appears in the list, arrives by e-mail, or is counted in a daily or weekly digest.',
  },
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:01.000Z',
    title: 'Onboarding in six steps',
    kinds: ['added'],
    text: 'A tour shows what a new brand still needs. Steps complete themselves as soon as their record exists, and every member can skip steps or dismiss the tour.',
  },
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:00.000Z',
    title: 'Webhooks',
    kinds: ['added', 'security'],
    text: 'Your own systems receive events, signed as Standard Webhooks describes. Failed deliveries are repeated over a day, and targets in private networks are refused.',
  },
  {
    version: '1.0.0',
    published_at: '2026-11-01T12:00:00.000Z',
    title: 'First release',
    kinds: ['added'],
    text: 'Orders, products, campaigns, water logs, reports and referrals for farm and food brands.',
  },
];

const feedId = 'urn:uuid:1b671a64-40d5-491e-99b0-da01ff1f3341';

/** Entries as an Atom feed (RFC 4287). `address` is the address of the feed itself. */
export function atomFeed(entries: readonly ChangelogEntry[], address: string): string {
  const updated = entries[0]?.published_at ?? '1970-01-01T00:00:00.000Z';
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '<title>Granary changelog</title>',
    `<id>${feedId}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(address)}"/>`,
    '<author><name>Granary</name></author>',
    `<updated>${updated}</updated>`,
    ...entries.map(entryElement),
    '</feed>',
    '',
  ].join('\n');
}

const entryElement = ({ id, version, published_at, title, kinds, text }: ChangelogEntry): string =>
  [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<published>${published_at}</published>`,
    `<updated>${published_at}</updated>`,
    ...[version, ...kinds].map((term) => `<category term="${escapeHtml(term)}"/>`),
    `<content type="text">${escapeHtml(text)}</content>`,
    '</entry>',
  ].join('\n');

/** All entries with their ids, newest first. Ids sort by time, so a reader's marker is one id. */
export const changelogEntries: readonly ChangelogEntry[] = changelogTexts.map((entry) => ({
  id: derivedId(`changelog ${entry.version} ${entry.title}`, new Date(entry.published_at)),
  ...entry,
}));

/** Id of the newest entry. */
export const latestEntryId = changelogEntries[0]?.id ?? '';

/** Entries after the marker, newest first. */
export const entriesAfter = (
  marker: string | null,
  entries: readonly ChangelogEntry[] = changelogEntries,
): readonly ChangelogEntry[] => entries.filter(({ id }) => marker === null || id > marker);

/** The entries that follow the entry `after` in the list. */
export function changelogPage(
  entries: readonly ChangelogEntry[],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): { readonly data: readonly ChangelogEntry[]; readonly next: string | null } {
  const rest = after === undefined ? entries : entries.filter(({ id }) => id < after);
  const data = rest.slice(0, limit);
  return { data, next: rest.length > limit ? (data.at(-1)?.id ?? null) : null };
}

const ofPerson = { not: 'belongs to a person' };

/** The newest entry of the changelog that a person has read; none before the first. */
export const markers = record({
  name: 'changelog marker',
  schema: z.object({ last_read_id: uuid }),
  records: 'people',
  pk: 'PERSON#{subject:text}',
  sk: 'CHANGELOG',
  exported: ofPerson,
  person: 'none',
  found: ofPerson,
});

/** Moves the marker forward. The write fails if the marker is there or beyond, so it never moves back. */
export const raiseMarker = (subject: string, id: string): TransactAction => ({
  Update: {
    Key: { ...markers.key({ subject }) },
    UpdateExpression: 'SET last_read_id = :id',
    ConditionExpression: 'attribute_not_exists(last_read_id) OR last_read_id < :id',
    ExpressionAttributeValues: { ':id': id },
  },
});
