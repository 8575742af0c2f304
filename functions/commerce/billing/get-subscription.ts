import { getSubscription } from '#contract/commerce/billing.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { readSubscription } from '#store/commerce/billing/read-subscription.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getSubscription, async ({ query, now }) =>
  ok(found(await readSubscription(commerceTable, query.brand_id, now))),
);
