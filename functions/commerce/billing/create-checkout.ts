import { createCheckout } from '#contract/commerce/billing.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { openCheckout } from '#store/commerce/billing/open-checkout.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  createCheckout,
  async ({ body, now, newId, requestReference, recordReply }) => {
    const reference = requestReference ?? newId();
    const { url, expires_at, actions } = await openCheckout(commerceTable, payments, {
      ...body,
      reference,
      now,
    });
    const reply = created({ url, ...(expires_at !== undefined && { expires_at }) }, undefined);
    await transact(commerceTable, [...actions, ...recordReply(reply)]);
    return reply;
  },
);
