import { updateNotification } from '#contract/commerce/notifications.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import { findNotice, markNotice } from '#store/commerce/inboxes/notices.ts';

export const handler = commerceEndpoint(
  updateNotification,
  ({ parameters, body, heldBrands, authorize, principal, now }) =>
    retryOnConflict(async () => {
      const person = personHash(principal.subject);
      const one = found(await findNotice(commerceTable, heldBrands, person, parameters.id));
      authorize(one.notice.brand_id);
      return ok(await markNotice(commerceTable, one, body.read, now));
    }),
);
