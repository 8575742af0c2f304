import { createPortal } from '#contract/commerce/billing.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { findAccount } from '#store/commerce/billing/accounts.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(createPortal, async ({ body, newId, requestReference }) => {
  const { customer_id } = (await findAccount(commerceTable, body.brand_id)) ?? {};
  if (customer_id === undefined) throw new ApiError('not_subscribed');
  const { url } = await payments.createPortal(
    { customer_id, return_url: body.return_url },
    `portal-${requestReference ?? newId()}`,
  );
  return created({ url }, undefined);
});
