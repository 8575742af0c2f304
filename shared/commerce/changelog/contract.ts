import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'changelog');

export const changelogEntry = z
  .object({
    /** Sorts by time of publication. */
    id: uuid,
    version: z.string(),
    published_at: timestamp,
    title: z.string(),
    kinds: z.array(z.enum(['added', 'changed', 'fixed', 'removed', 'security'])).min(1),
    /** Plain text in paragraphs. */
    text: z.string(),
  })
  .meta({ id: 'ChangelogEntry' });
export type ChangelogEntry = z.output<typeof changelogEntry>;

const changelogMarker = z
  .object({
    /** The newest entry that the caller has read; null before the first. */
    last_read_id: uuid.nullable(),
    unread_count: z.int().min(0),
  })
  .meta({ id: 'ChangelogMarker' });

const feedExample = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Granary changelog</title>
<id>urn:uuid:0193…</id>
<updated>2026-11-22T12:00:03.000Z</updated>
…
</feed>
`;

export const listChangelog = endpoint('GET', '/api/v1/changelog', 'list-changelog', {
  summary: 'List what has changed in the service, newest first',
  description: 'Public. Caches may keep it for five minutes.',
  access: { kind: 'public' },
  data: 'none',
  versioned: true,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Entries, newest first', schema: pageOf(changelogEntry) } },
  errors: ['invalid_cursor'],
});

export const changelogFeed = endpoint('GET', '/api/v1/changelog.atom', 'changelog-feed', {
  summary: 'Get the latest 50 entries of the changelog as an Atom feed',
  description: 'Public (RFC 4287). Caches may keep it for five minutes.',
  access: { kind: 'public' },
  data: 'none',
  versioned: true,
  responses: {
    200: { description: 'The feed', text: { 'application/atom+xml': feedExample } },
  },
});

export const getChangelogMarker = endpoint('GET', '/api/v1/changelog/marker', 'get-changelog-marker', {
  summary: 'Get how many entries of the changelog the caller has not read',
  access: { kind: 'signed-in' },
  data: 'read',
  unmetered: true,
  responses: { 200: { description: 'The marker of the caller', schema: dataOf(changelogMarker) } },
});

export const setChangelogMarker = endpoint('PUT', '/api/v1/changelog/marker', 'set-changelog-marker', {
  summary: 'Mark the changelog as read up to an entry',
  description: 'The marker never moves back to an older entry.',
  access: { kind: 'signed-in' },
  data: 'write',
  writes: ['people'],
  unmetered: true,
  body: z.object({ last_read_id: uuid }),
  responses: { 200: { description: 'The marker of the caller', schema: dataOf(changelogMarker) } },
  errors: ['not_found'],
});
