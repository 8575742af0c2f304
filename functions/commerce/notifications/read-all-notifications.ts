import { readAllNotifications } from '#contract/commerce/notifications.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { openInbox } from '#store/commerce/inboxes/inboxes.ts';
import { readAllAction } from '#store/commerce/inboxes/notices.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  readAllNotifications,
  async ({ body, principal, now, recordReply }) => {
    const reply = ok({ unread_count: 0 });
    const recorded = recordReply(reply);
    await retryOnConflict(async () => {
      const inbox = await openInbox(commerceTable, body.brand_id, principal.subject, now);
      await transact(commerceTable, [readAllAction(inbox), ...recorded]);
    });
    return reply;
  },
);
