import { statusOf } from '#commerce/billing/account.ts';
import { showAddOns } from '#commerce/billing/show-subscription.ts';
import { listAddOns } from '#contract/commerce/billing.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { commerceEndpoint, okList } from '#http/endpoint/commerce-endpoint.ts';
import { accountOf } from '#store/commerce/billing/accounts.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const { DEFAULT_CURRENCY: currency } = commerceEnvironment.parse(process.env);

export const handler = commerceEndpoint(listAddOns, async ({ query, now }) => {
  const { subscription } = statusOf(await accountOf(commerceTable, query.brand_id), now);
  return okList(showAddOns(subscription?.add_ons ?? {}, currency));
});
