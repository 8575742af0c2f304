import type { Brand } from '#commerce/brands/contract.ts';
import { queueMessage } from '#commerce/messages/records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { cancelWork, scheduleWork } from '#store/commerce/work/work-items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { NotificationKind } from './contract.ts';
import { type DigestCounts, digestText, nextDigest } from './digest.ts';
import { type Inbox, personHash } from './inbox.ts';
import { readNotices } from './notice-records.ts';
import { digestAttribute, inboxKey } from './records.ts';

/** The action that schedules the next digest of an inbox, or cancels it. */
export function digestWork(
  { brand_id, subject, preferences }: Pick<Inbox, 'brand_id' | 'subject' | 'preferences'>,
  brand: Brand,
  now: Date,
): TransactAction {
  const key = `${brand_id}.${personHash(subject)}`;
  const due = nextDigest(preferences.digest, brand.time_zone, now);
  return due === undefined
    ? cancelWork('send-digest', key, now)
    : scheduleWork({ kind: 'send-digest', key, due, payload: { brand_id, subject } });
}

const maxTitles = 20;

/**
 * Queues the digest of an inbox and subtracts what it reports from the counters, in one transaction. So every notification is
 * in exactly one digest, also if two runs meet or notifications arrive meanwhile.
 *
 * @returns false without anything to report
 */
export async function queueDigest(
  inbox: Inbox & { readonly email: string },
  { brandName, due, now }: { readonly brandName: string; readonly due: Date; readonly now: Date },
): Promise<boolean> {
  const counts = inbox.digest_counts;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return false;
  const limit = Math.min(total, maxTitles);
  const latest = await readNotices(inbox, { unread: false, limit, now, cursor: undefined });
  const titles = latest.data.filter(({ kind }) => counts[kind] !== undefined).map(({ title }) => title);
  const message = {
    id: `digest-${personHash(inbox.subject)}-${due.toISOString()}`,
    brand_id: inbox.brand_id,
    channel: 'email' as const,
    to: inbox.email,
    kind: 'digest',
    ...digestText(brandName, counts, titles),
  };
  return isWritten(transact(commerceTable, [reportedAction(inbox, counts), ...queueMessage(message, now)]));
}

function reportedAction(inbox: Inbox, counts: DigestCounts): TransactAction {
  const reported = Object.entries(counts);
  return {
    Update: {
      Key: { ...inboxKey(inbox) },
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
