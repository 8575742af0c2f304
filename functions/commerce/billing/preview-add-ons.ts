import { previewAddOns } from '#contract/commerce/billing.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { previewChange } from '#store/commerce/billing/preview-change.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(previewAddOns, async ({ body, now }) => {
  const { brand_id, plan, add_ons = [] } = body;
  const change = {
    ...(plan !== undefined && { plan }),
    add_ons: Object.fromEntries(add_ons.map(({ add_on, quantity }) => [add_on, quantity])),
  };
  return created(await previewChange(commerceTable, payments, { brandId: brand_id, change, now }), undefined);
});
