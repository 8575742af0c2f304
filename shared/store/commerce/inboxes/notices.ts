import * as z from 'zod';
import { notificationCause } from '#contract/commerce/notification-kinds.ts';
import type { Notification } from '#contract/commerce/notifications.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { type Item, recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findInBrands } from '../brand-items.ts';
import { firstIdAt } from '../commerce-keys.ts';
import { inboxKey, noticeKey, noticesOf } from './inbox-keys.ts';
import { type Inbox, readInbox, unreadAttribute } from './inboxes.ts';
import { dayOf, firstKeptDay } from './kept-time.ts';

const storedNotice = z.object({
  id: z.string(),
  brand_id: z.string(),
  kind: z.string(),
  title: z.string(),
  cause: notificationCause.optional(),
  resource: z.object({ type: z.string(), id: z.string() }).optional(),
  created_at: z.string(),
  epoch: z.number(),
  listed: z.boolean(),
  read_at: z.string().optional(),
});
type StoredNotice = z.output<typeof storedNotice>;

const noticeFrom = (item: Item): StoredNotice => storedNotice.parse(recordOf(item));

const isRead = ({ epoch, read_at }: StoredNotice, inbox: Inbox): boolean =>
  read_at !== undefined || epoch < inbox.epoch;

function shown(notice: StoredNotice, inbox: Inbox): Notification {
  const { id, brand_id, kind, title, cause, resource, created_at } = notice;
  return {
    ...{ id, brand_id, title },
    // Only kinds of the contract are stored.
    kind: kind as Notification['kind'],
    ...(cause !== undefined && { cause }),
    ...(resource !== undefined && { resource }),
    read: isRead(notice, inbox),
    created_at,
  };
}

/** Maximum notifications that one page reads, because a filter may leave out most of them. */
const maxRead = 1000;

/** Notifications of a person, newest first. A page may be short and still have a cursor. */
export async function readNotices(
  table: Table,
  inbox: Inbox,
  { unread, limit, cursor, now }: PageRequest & { readonly unread: boolean; readonly now: Date },
): Promise<StoredPage<Notification>> {
  const list = ['notifications', inbox.brand_id, inbox.person, String(unread)];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const range = {
    ...noticesOf(inbox.brand_id, inbox.person),
    from: firstIdAt(new Date(`${firstKeptDay(now)}T00:00:00Z`)),
    newestFirst: true,
  };
  const data: Notification[] = [];
  let position = '';
  let count = 0;
  for await (const item of queryItems(table, range, { after, pageSize: unread ? 200 : limit + 2 })) {
    if (data.length === limit || count === maxRead) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
    const notice = noticeFrom(item);
    if (notice.listed && !(unread && isRead(notice, inbox))) data.push(shown(notice, inbox));
    position = String(item['sk']);
    count++;
  }
  return { data, nextCursor: null };
}

interface FoundNotice {
  readonly notice: StoredNotice;
  readonly inbox: Inbox;
}

/** The listed notification of a person in one of the brands. */
export async function findNotice(
  table: Table,
  brandIds: readonly string[],
  person: string,
  id: string,
): Promise<FoundNotice | undefined> {
  const item = await findInBrands(table, brandIds, (brandId) => noticeKey(brandId, person, id));
  if (item === undefined) return undefined;
  const notice = noticeFrom(item);
  const inbox = await readInbox(table, notice.brand_id, person);
  return inbox !== undefined && notice.listed ? { notice, inbox } : undefined;
}

/**
 * Marks a notification as read or unread, and counts it, in one transaction.
 *
 * @throws ConditionFailed when the notification or the epoch has changed since it was found
 */
export async function markNotice(
  table: Table,
  { notice, inbox }: FoundNotice,
  read: boolean,
  now: Date,
): Promise<Notification> {
  if (isRead(notice, inbox) === read) return shown(notice, inbox);
  const { read_at, ...unmarked } = notice;
  const marked = read ? { ...unmarked, read_at: now.toISOString() } : { ...unmarked, epoch: inbox.epoch };
  await transact(table, [
    {
      Update: {
        Key: { ...noticeKey(notice.brand_id, inbox.person, notice.id) },
        UpdateExpression: read ? 'SET read_at = :now' : 'SET epoch = :current REMOVE read_at',
        ConditionExpression: isStill(notice),
        ExpressionAttributeValues: {
          ':epoch': notice.epoch,
          ...(read ? { ':now': now.toISOString() } : { ':current': inbox.epoch }),
        },
      },
    },
    countAction(inbox, notice, read ? -1 : 1),
  ]);
  return shown(marked, inbox);
}

/**
 * Deletes a notification.
 *
 * @throws ConditionFailed when the notification or the epoch has changed since it was found
 */
export async function removeNotice(table: Table, { notice, inbox }: FoundNotice): Promise<void> {
  await transact(table, [
    {
      Delete: {
        Key: { ...noticeKey(notice.brand_id, inbox.person, notice.id) },
        ConditionExpression: isStill(notice),
        ExpressionAttributeValues: { ':epoch': notice.epoch },
      },
    },
    ...(isRead(notice, inbox) ? [] : [countAction(inbox, notice, -1)]),
  ]);
}

const isStill = ({ read_at }: StoredNotice): string =>
  `epoch = :epoch AND ${read_at === undefined ? 'attribute_not_exists' : 'attribute_exists'}(read_at)`;

const countAction = (inbox: Inbox, { created_at }: StoredNotice, by: 1 | -1): TransactAction => ({
  Update: {
    Key: { ...inboxKey(inbox.brand_id, inbox.person) },
    UpdateExpression: 'ADD #day :by',
    ConditionExpression: 'epoch = :epoch',
    ExpressionAttributeNames: { '#day': unreadAttribute(inbox.epoch, dayOf(created_at)) },
    ExpressionAttributeValues: { ':by': by, ':epoch': inbox.epoch },
  },
});

/**
 * The action that marks all notifications of an inbox as read: a new epoch without unread ones.
 *
 * @throws ConditionFailed when the epoch has changed since the inbox was read
 */
export const readAllAction = (inbox: Inbox): TransactAction => {
  const days = [...inbox.unread.keys()].map((day) => unreadAttribute(inbox.epoch, day));
  return {
    Update: {
      Key: { ...inboxKey(inbox.brand_id, inbox.person) },
      UpdateExpression: `SET epoch = :next${days.length > 0 ? ` REMOVE ${days.map((_, n) => `#d${n}`).join(', ')}` : ''}`,
      ConditionExpression: 'epoch = :epoch',
      ...(days.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(days.map((name, n) => [`#d${n}`, name])),
      }),
      ExpressionAttributeValues: { ':epoch': inbox.epoch, ':next': inbox.epoch + 1 },
    },
  };
};
