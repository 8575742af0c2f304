import * as z from 'zod';
import { isWritten } from '#persistence/conflict.ts';
import { firstIdAt } from '#persistence/new-id.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { place, record } from '#store/commerce/record.ts';
import { cancelWork, scheduleWork } from '#store/commerce/work/work-items.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { getItem, type Item, insertion, updateItem } from '#store/dynamodb/items.ts';
import { type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { keyIn, rangeIn } from '#store/records/place.ts';
import type { Brand } from '../brands/contract.ts';
import { latestEntryId } from '../changelog/records.ts';
import { memberships } from '../members/records.ts';
import { queueMessage } from '../messages/records.ts';
import {
  type Notification,
  type NotificationKind,
  notificationKinds,
  type StoredNotice,
  storedNotice,
} from './contract.ts';
import {
  type DigestCounts,
  dayOf,
  digestText,
  expiryOf,
  firstKeptDay,
  type Inbox,
  isRead,
  markedNotice,
  nextDigest,
  personHash,
  readPreferences,
  shownNotice,
} from './inbox.ts';

/** An inbox has several writers, and its counters are attributes by day and kind. */
export const inboxes = place(
  'inbox of a person',
  'inboxes',
  'INBOXES#{brand_id}',
  'PERSON#{subject:text}',
  'inboxes',
  { hides: ['confirmation'] },
);

/** Whose inbox it is. */
export type InboxOwner = Pick<Inbox, 'brand_id' | 'subject'>;

export const inboxKey = ({ brand_id, subject }: InboxOwner) => keyIn(inboxes, { brand_id, subject });

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
    preferences: readPreferences(preferences),
    email,
    confirmation,
    unread: new Map(days.map(([name, count]) => [name.slice(prefix.length), Number(count)])),
    digest_counts: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

/** The action that opens an inbox, for the transaction that gives a person a brand. It fails if the inbox exists. */
export const newInboxAction = (
  brand_id: string,
  subject: string,
  is_member: boolean,
  now: Date,
): TransactAction =>
  insertion({
    ...inboxKey({ brand_id, subject }),
    ...{ brand_id, subject, is_member },
    epoch: 0,
    // A new reader does not need the news of the past.
    changelog_id: latestEntryId,
    seen_on: dayOf(now.toISOString()),
  });

export async function readInbox(owner: InboxOwner): Promise<Inbox | undefined> {
  const item = await getItem(commerceTable, inboxKey(owner));
  return item && inboxFrom(item);
}

/** The inbox of a person, opened if it does not exist. */
export async function openInbox(brand_id: string, subject: string, now: Date): Promise<Inbox> {
  const present = await readInbox({ brand_id, subject });
  if (present !== undefined) return present;
  const isMember = (await memberships.find({ subject, brand_id })) !== undefined;
  await isWritten(transact(commerceTable, [newInboxAction(brand_id, subject, isMember, now)]));
  const opened = await readInbox({ brand_id, subject });
  if (opened === undefined) throw new Error('The inbox was removed while it was opened');
  return opened;
}

/** Records that the person still reads the list, once a day. */
export async function noteSeen(inbox: Inbox, now: Date): Promise<void> {
  const today = dayOf(now.toISOString());
  if (inbox.seen_on >= today) return;
  const update = updateItem(commerceTable, inboxKey(inbox), {
    UpdateExpression: 'SET seen_on = :today',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':today': today },
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
      Key: { ...inboxKey(before) },
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

/** A change is conditional on how the notification is marked. */
export const notices = record({
  name: 'notification',
  schema: storedNotice,
  records: 'notifications',
  pk: 'INBOX#{brand_id}#{subject:text}',
  sk: 'NOTICE#{id}',
  unchangedBy: ['epoch', 'read_at'],
  expires: ({ created_at }) => expiryOf(created_at),
  exported: 'notifications',
  person: 'none',
  found: [{ by: inboxes.name, facts: ({ subject }) => ({ subject }) }],
});

/** All that the capability stores. */
export const notificationPlaces = [inboxes, notices];

/** Maximum notifications that one page reads, because a filter may leave out most of them. */
const maxRead = 1000;

/** Notifications of a person, newest first. A page may be short and still have a cursor. */
export async function readNotices(
  inbox: Inbox,
  { unread, limit, cursor, now }: PageRequest & { readonly unread: boolean; readonly now: Date },
): Promise<StoredPage<Notification>> {
  const { brand_id, subject } = inbox;
  const list = ['notifications', brand_id, subject, String(unread)];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const range = {
    ...rangeIn(notices.name, [notices.pk, notices.sk], { brand_id, subject }),
    from: firstIdAt(new Date(`${firstKeptDay(now)}T00:00:00Z`)),
    newestFirst: true,
  };
  const data: Notification[] = [];
  let position = '';
  let count = 0;
  for await (const item of queryItems(commerceTable, range, { after, pageSize: unread ? 200 : limit + 2 })) {
    if (data.length === limit || count === maxRead) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
    const notice = notices.read(item);
    if (notice.listed && !(unread && isRead(notice, inbox))) data.push(shownNotice(notice, inbox));
    position = String(item['sk']);
    count++;
  }
  return { data, nextCursor: null };
}

/** The actions that mark a notification as read or unread, and count it. They fail if it, or the epoch, has changed. */
export const markActions = (
  notice: StoredNotice,
  inbox: Inbox,
  read: boolean,
  now: Date,
): readonly TransactAction[] =>
  isRead(notice, inbox) === read
    ? []
    : [
        notices.replace(notice, markedNotice(notice, inbox, read, now)),
        countAction(inbox, notice, read ? -1 : 1),
      ];

/** The actions that delete a notification. They fail if it, or the epoch, has changed. */
export const removeActions = (notice: StoredNotice, inbox: Inbox): readonly TransactAction[] => [
  notices.remove(notice),
  ...(isRead(notice, inbox) ? [] : [countAction(inbox, notice, -1)]),
];

const countAction = (inbox: Inbox, { created_at }: StoredNotice, by: 1 | -1): TransactAction => ({
  Update: {
    Key: { ...inboxKey(inbox) },
    UpdateExpression: 'ADD #day :by',
    ConditionExpression: 'epoch = :epoch',
    ExpressionAttributeNames: { '#day': unreadAttribute(inbox.epoch, dayOf(created_at)) },
    ExpressionAttributeValues: { ':by': by, ':epoch': inbox.epoch },
  },
});

/** The action that marks all notifications of an inbox as read: a new epoch without unread ones. It fails after another one. */
export const readAllAction = (inbox: Inbox): TransactAction => {
  const days = [...inbox.unread.keys()].map((day) => unreadAttribute(inbox.epoch, day));
  return {
    Update: {
      Key: { ...inboxKey(inbox) },
      UpdateExpression: `SET epoch = :next${days.length > 0 ? ` REMOVE ${days.map((_, n) => `#d${n}`).join(', ')}` : ''}`,
      ConditionExpression: 'epoch = :epoch',
      ...(days.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(days.map((name, n) => [`#d${n}`, name])),
      }),
      ExpressionAttributeValues: { ':epoch': inbox.epoch, ':next': inbox.epoch + 1 },
    },
  };
};

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
