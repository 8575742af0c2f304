import { confirmNotificationEmail } from '#contract/commerce/notifications.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeInboxAction, openInbox } from '#store/commerce/inboxes/inboxes.ts';
import { afterCode, shownPreferences } from '#store/commerce/inboxes/preferences.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(confirmNotificationEmail, ({ body, principal, now, recordReply }) =>
  retryOnConflict(async () => {
    const before = await openInbox(commerceTable, body.brand_id, principal.subject, now);
    const { after, isConfirmed } = afterCode(before, body.code, now);
    const reply = ok(shownPreferences(body.brand_id, after));
    // A wrong code is counted too.
    await transact(commerceTable, [
      changeInboxAction(before, after),
      ...(isConfirmed ? recordReply(reply) : []),
    ]);
    if (!isConfirmed) throw new ApiError('invalid_code');
    return reply;
  }),
);
