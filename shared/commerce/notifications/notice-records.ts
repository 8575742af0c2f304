import { firstIdAt } from '#store/commerce/commerce-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { record } from '#store/commerce/record.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { type PageRequest, queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import { type Notification, type StoredNotice, storedNotice } from './contract.ts';
import { dayOf, expiryOf, firstKeptDay, type Inbox, isRead, markedNotice, shownNotice } from './inbox.ts';
import { inboxes, inboxKey, unreadAttribute } from './records.ts';

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
