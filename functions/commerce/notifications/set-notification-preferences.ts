import { messageWork } from '#commerce/messages/records.ts';
import { requireEmailSender, sendersOf } from '#commerce/messages/senders.ts';
import { setNotificationPreferences } from '#contract/commerce/notifications.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { openInbox } from '#store/commerce/inboxes/inboxes.ts';
import { changedInbox, shownPreferences, storePreferences } from '#store/commerce/inboxes/preferences.ts';

const senders = sendersOf(process.env);

export const handler = commerceEndpoint(
  setNotificationPreferences,
  async ({ body, principal, now, wakeFor }) => {
    const { reply, messages } = await retryOnConflict(async () => {
      const { brand } = found(await findBrand(commerceTable, body.brand_id));
      const before = await openInbox(commerceTable, brand.id, principal.subject, now);
      const change = changedInbox(before, body, now);
      if (change.code !== undefined) requireEmailSender(senders);
      const messages = await storePreferences(commerceTable, { before, ...change, brand, now });
      return { reply: ok(shownPreferences(brand.id, change.after)), messages };
    });
    for (const message of messages) await wakeFor(messageWork(message), now);
    return reply;
  },
);
