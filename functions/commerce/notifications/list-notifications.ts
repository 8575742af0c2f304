import { listNotifications } from '#contract/commerce/notifications.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { withChangelog } from '#store/commerce/inboxes/changelog-notices.ts';
import { noteSeen, openInbox, unreadCount } from '#store/commerce/inboxes/inboxes.ts';
import { readNotices } from '#store/commerce/inboxes/notices.ts';

export const handler = commerceEndpoint(listNotifications, async ({ query, principal, now }) => {
  const opened = await openInbox(commerceTable, query.brand_id, principal.subject, now);
  await noteSeen(commerceTable, opened, now);
  const inbox = await withChangelog(commerceTable, opened, now);
  const { data, nextCursor } = await readNotices(commerceTable, inbox, { ...query, now });
  const page = okPage(data, nextCursor);
  return { ...page, body: { ...Object(page.body), unread_count: unreadCount(inbox, now) } };
});
