import { queueMessage } from '#commerce/messages/records.ts';
import { type DigestCounts, digestText } from '#commerce/notifications/digest.ts';
import type { NotificationKind } from '#contract/commerce/notification-kinds.ts';
import { isWritten } from '#persistence/conflict.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { inboxKey } from './inbox-keys.ts';
import { digestAttribute, type Inbox } from './inboxes.ts';
import { readNotices } from './notices.ts';

const maxTitles = 20;

/**
 * Queues the digest of an inbox and subtracts what it reports from the counters, in one transaction. So every notification is
 * in exactly one digest, also if two runs meet or notifications arrive meanwhile.
 *
 * @returns false without anything to report
 */
export async function queueDigest(
  table: Table,
  inbox: Inbox & { readonly email: string },
  { brandName, due, now }: { readonly brandName: string; readonly due: Date; readonly now: Date },
): Promise<boolean> {
  const counts = inbox.digest_counts;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return false;
  const { brand_id, person } = inbox;
  const latest = await readNotices(table, inbox, {
    unread: false,
    limit: Math.min(total, maxTitles),
    now,
    cursor: undefined,
  });
  const titles = latest.data.filter(({ kind }) => counts[kind] !== undefined).map(({ title }) => title);
  const message = {
    id: `digest-${person}-${due.toISOString()}`,
    brand_id,
    channel: 'email' as const,
    to: inbox.email,
    kind: 'digest',
    ...digestText(brandName, counts, titles),
  };
  return isWritten(transact(table, [reportedAction(inbox, counts), ...queueMessage(message, now)]));
}

function reportedAction(inbox: Inbox, counts: DigestCounts): TransactAction {
  const reported = Object.entries(counts);
  return {
    Update: {
      Key: { ...inboxKey(inbox.brand_id, inbox.person) },
      UpdateExpression: `ADD ${reported.map((_, n) => `#k${n} :k${n}`).join(', ')}`,
      // Another run has reported them.
      ConditionExpression: reported.map((_, n) => `#k${n} >= :c${n}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(
        reported.map(([kind], n) => [`#k${n}`, digestAttribute(kind as NotificationKind)]),
      ),
      ExpressionAttributeValues: Object.fromEntries(
        reported.flatMap(([, count], n) => [
          [`:k${n}`, -count],
          [`:c${n}`, count],
        ]),
      ),
    },
  };
}
