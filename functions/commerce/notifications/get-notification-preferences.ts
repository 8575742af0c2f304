import { getNotificationPreferences } from '#contract/commerce/notifications.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import { readInbox } from '#store/commerce/inboxes/inboxes.ts';
import { shownPreferences } from '#store/commerce/inboxes/preferences.ts';

export const handler = commerceEndpoint(getNotificationPreferences, async ({ query, principal }) => {
  const inbox = await readInbox(commerceTable, query.brand_id, personHash(principal.subject));
  return ok(shownPreferences(query.brand_id, inbox));
});
