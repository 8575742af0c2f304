import type { ChangelogEntry } from '#contract/commerce/changelog.ts';
import { escapeHtml } from '../messages/escape.ts';

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
