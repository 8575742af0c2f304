import * as z from 'zod';
import { latestEntryId } from '#commerce/changelog/changelog.ts';
import type { DigestCounts } from '#commerce/notifications/digest.ts';
import { type Confirmation, type Preferences, readPreferences } from '#commerce/notifications/preferences.ts';
import { type NotificationKind, notificationKinds } from '#contract/commerce/notification-kinds.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, type Item, insertion, updateItem } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { membershipKey } from '../commerce-keys.ts';
import { inboxKey, personHash } from './inbox-keys.ts';
import { firstKeptDay } from './kept-time.ts';

/** The inbox of one person in one brand: preferences, and counters that change with the notifications. */
export interface Inbox {
  readonly brand_id: string;
  readonly subject: string;
  readonly person: string;
  /** A member has a stored role, which is checked before a message. Others have theirs from a token or a key. */
  readonly is_member: boolean;
  readonly preferences: Preferences;
  readonly email: string | undefined;
  readonly confirmation: Confirmation | undefined;
  /** Raised when all notifications are marked as read: those of an earlier epoch are read. */
  readonly epoch: number;
  /** Unread notifications of the epoch by day. */
  readonly unread: ReadonlyMap<string, number>;
  /** Notifications since the last digest. */
  readonly digest_counts: DigestCounts;
  /** Newest entry of the changelog that has its notification. */
  readonly changelog_id: string;
  /** Day of the latest read of the list. */
  readonly seen_on: string;
}

const stored = z.looseObject({
  brand_id: z.string(),
  subject: z.string(),
  is_member: z.boolean(),
  preferences: z.unknown().optional(),
  email: z.string().optional(),
  confirmation: z
    .object({ email: z.string(), hash: z.string(), sent_at: z.string(), attempts: z.number() })
    .optional(),
  epoch: z.number(),
  changelog_id: z.string(),
  seen_on: z.string(),
});

/** Attribute of the counter of unread notifications of a day. */
export const unreadAttribute = (epoch: number, day: string): string => `unread_${epoch}_${day}`;
export const digestAttribute = (kind: NotificationKind): string => `digest_${kind}`;

export function inboxFrom(item: Item): Inbox {
  const { preferences, email, confirmation, ...fields } = stored.parse(item);
  const { brand_id, subject, is_member, epoch, changelog_id, seen_on } = fields;
  const prefix = unreadAttribute(epoch, '');
  const days = Object.entries(item).filter(([name]) => name.startsWith(prefix));
  const counts = notificationKinds.map((kind) => [kind, Number(item[digestAttribute(kind)] ?? 0)] as const);
  return {
    ...{ brand_id, subject, is_member, epoch, changelog_id, seen_on },
    person: personHash(subject),
    preferences: readPreferences(preferences),
    email,
    confirmation,
    unread: new Map(days.map(([name, count]) => [name.slice(prefix.length), Number(count)])),
    digest_counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

/** Unread notifications that are still kept. */
export const unreadCount = ({ unread }: Inbox, now: Date): number =>
  [...unread].reduce((sum, [day, count]) => sum + (day >= firstKeptDay(now) ? count : 0), 0);

/** The action that opens an inbox, for the transaction that gives a person a brand. It fails if the inbox exists. */
export const newInboxAction = (
  brand_id: string,
  subject: string,
  is_member: boolean,
  now: Date,
): TransactAction =>
  insertion({
    ...inboxKey(brand_id, personHash(subject)),
    ...{ brand_id, subject, is_member },
    epoch: 0,
    // A new reader does not need the news of the past.
    changelog_id: latestEntryId,
    seen_on: dayOf(now),
  });

export async function readInbox(table: Table, brandId: string, person: string): Promise<Inbox | undefined> {
  const item = await getItem(table, inboxKey(brandId, person));
  return item && inboxFrom(item);
}

/** The inbox of a person, opened if it does not exist. */
export async function openInbox(table: Table, brandId: string, subject: string, now: Date): Promise<Inbox> {
  const person = personHash(subject);
  const present = await readInbox(table, brandId, person);
  if (present !== undefined) return present;
  const isMember = (await getItem(table, membershipKey(subject, brandId))) !== undefined;
  await isWritten(transact(table, [newInboxAction(brandId, subject, isMember, now)]));
  const opened = await readInbox(table, brandId, person);
  if (opened === undefined) throw new Error('The inbox was removed while it was opened');
  return opened;
}

/** Records that the person still reads the list, once a day. */
export async function noteSeen(table: Table, inbox: Inbox, now: Date): Promise<void> {
  if (inbox.seen_on >= dayOf(now)) return;
  const update = updateItem(table, inboxKey(inbox.brand_id, inbox.person), {
    UpdateExpression: 'SET seen_on = :today',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':today': dayOf(now) },
  });
  await isWritten(update);
}

/** The action that stores preferences, address and code. It fails if the code or the inbox has changed. */
export const changeInboxAction = (
  before: Inbox,
  { preferences, email, confirmation }: Pick<Inbox, 'preferences' | 'email' | 'confirmation'>,
): TransactAction => {
  const values = { preferences, email, confirmation };
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  const removed = Object.keys(values).filter((name) => !set.some(([given]) => given === name));
  const { confirmation: earlier } = before;
  return {
    Update: {
      Key: { ...inboxKey(before.brand_id, before.person) },
      UpdateExpression: [
        `SET ${set.map(([name]) => `${name} = :${name}`).join(', ')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression:
        earlier === undefined
          ? 'attribute_exists(pk) AND attribute_not_exists(confirmation)'
          : 'confirmation.sent_at = :sent AND confirmation.attempts = :attempts',
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ...(earlier !== undefined && { ':sent': earlier.sent_at, ':attempts': earlier.attempts }),
      },
    },
  };
};

const dayOf = (now: Date): string => now.toISOString().slice(0, 'YYYY-MM-DD'.length);
