import { brands } from '#commerce/brands/records.ts';
import { messageWork, queueMessage } from '#commerce/messages/records.ts';
import { requireEmailSender, sendersOf } from '#commerce/messages/sending.ts';
import type * as declared from '#commerce/notifications/contract.ts';
import { withChangelog } from '#commerce/notifications/delivery-records.ts';
import {
  afterCode,
  changedInbox,
  codeMail,
  markedNotice,
  shownNotice,
  shownPreferences,
  unreadCount,
} from '#commerce/notifications/inbox.ts';
import {
  changeInboxAction,
  digestWork,
  markActions,
  noteSeen,
  openInbox,
  readAllAction,
  readInbox,
  readNotices,
  removeActions,
} from '#commerce/notifications/records.ts';
import { ApiError, found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { noContent, ok, okPage } from '#http/reply/replies.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';

export async function listNotifications({ query, principal, now }: Call<typeof declared.listNotifications>) {
  const { brand_id, ...page } = query;
  const opened = await openInbox(brand_id, principal.subject, now);
  await noteSeen(opened, now);
  const inbox = await withChangelog(opened, now);
  const { data, nextCursor } = await readNotices(inbox, { ...page, now });
  const reply = okPage(data, nextCursor);
  return { ...reply, body: { ...Object(reply.body), unread_count: unreadCount(inbox, now) } };
}

/** The inbox of a listed notification. One that is not listed is kept so that no channel gets it twice. */
const inboxOf = async (notice: declared.StoredNotice) =>
  found(notice.listed ? await readInbox(notice) : undefined);

export async function updateNotification({
  resource: notice,
  body: { read },
  now,
}: Call<typeof declared.updateNotification>) {
  const inbox = await inboxOf(notice);
  const marked = markedNotice(notice, inbox, read, now);
  return change(ok(shownNotice(marked, inbox)), ...markActions(notice, inbox, read, now));
}

export async function deleteNotification({ resource: notice }: Call<typeof declared.deleteNotification>) {
  return change(noContent(), ...removeActions(notice, await inboxOf(notice)));
}

export async function readAllNotifications({
  body,
  principal,
  now,
}: Call<typeof declared.readAllNotifications>) {
  const inbox = await openInbox(body.brand_id, principal.subject, now);
  return change(ok({ unread_count: 0 }), readAllAction(inbox));
}

export async function getNotificationPreferences({
  query: { brand_id },
  principal: { subject },
}: Call<typeof declared.getNotificationPreferences>) {
  return ok(shownPreferences(brand_id, await readInbox({ brand_id, subject })));
}

export async function setNotificationPreferences({
  body,
  principal,
  now,
}: Call<typeof declared.setNotificationPreferences>) {
  const brand = found(await brands.find({ brand_id: body.brand_id }));
  const before = await openInbox(brand.id, principal.subject, now);
  const { after, code } = changedInbox(before, body, now);
  if (code !== undefined) requireEmailSender(sendersOf(process.env));
  const mails = code === undefined ? [] : [codeMail(code, after, brand)];
  return change(
    ok(shownPreferences(brand.id, after)),
    changeInboxAction(before, after),
    digestWork(after, brand, now),
    ...mails.flatMap((mail) => [...queueMessage(mail, now), { wakes: messageWork(mail), due: now }]),
  );
}

export async function confirmNotificationEmail({
  body: { brand_id, code },
  principal,
  now,
}: Call<typeof declared.confirmNotificationEmail>) {
  const before = await openInbox(brand_id, principal.subject, now);
  const { after, isConfirmed } = afterCode(before, code, now);
  const stored = changeInboxAction(before, after);
  if (isConfirmed) return change(ok(shownPreferences(brand_id, after)), stored);
  // A wrong code is counted too.
  await transact(commerceTable, [stored]);
  throw new ApiError('invalid_code');
}
