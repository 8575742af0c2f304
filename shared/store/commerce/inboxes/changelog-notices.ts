import { entriesAfter } from '#commerce/changelog/changelog.ts';
import type { Notice } from '#commerce/notifications/rules.ts';
import { isWritten } from '#persistence/conflict.ts';
import type { Table } from '../../dynamodb/table.ts';
import { readChangelogMarker } from '../changelog-markers.ts';
import { deliverTo } from './deliver.ts';
import { type Inbox, readInbox } from './inboxes.ts';
import { dayOf, firstKeptDay } from './kept-time.ts';

const maxEntries = 10;

/**
 * Delivers the entries of the changelog that the inbox lacks and the person has not read, and returns the inbox. A release
 * changes no inbox by itself: the entries arrive when the person looks, or with the digest.
 */
export async function withChangelog(table: Table, inbox: Inbox, now: Date): Promise<Inbox> {
  const fresh = entriesAfter(inbox.changelog_id);
  if (fresh.length === 0) return inbox;
  const marker = (await readChangelogMarker(table, inbox.subject)) ?? '';
  const notices = fresh
    .filter(({ id, published_at }) => id > marker && dayOf(published_at) >= firstKeptDay(now))
    .slice(0, maxEntries)
    .map(
      ({ id, title, published_at }): Notice => ({
        id,
        brand_id: inbox.brand_id,
        kind: 'changelog',
        title,
        resource: { type: 'changelog_entry', id },
        created_at: published_at,
      }),
    );
  if (notices.length === 0) return inbox;
  // Another request may have delivered them.
  await isWritten(deliverTo(table, inbox, notices, [], now));
  return (await readInbox(table, inbox.brand_id, inbox.person)) ?? inbox;
}
