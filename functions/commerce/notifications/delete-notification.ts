import { deleteNotification } from '#contract/commerce/notifications.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import { findNotice, removeNotice } from '#store/commerce/inboxes/notices.ts';

export const handler = commerceEndpoint(
  deleteNotification,
  ({ parameters, heldBrands, authorize, principal }) =>
    retryOnConflict(async () => {
      const person = personHash(principal.subject);
      const one = found(await findNotice(commerceTable, heldBrands, person, parameters.id));
      authorize(one.notice.brand_id);
      await removeNotice(commerceTable, one);
      return noContent();
    }),
);
