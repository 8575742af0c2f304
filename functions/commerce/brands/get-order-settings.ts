import { getOrderSettings } from '#commerce/orders/contract.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readOrderSettings } from '#store/commerce/orders/order-settings.ts';

export const handler = commerceEndpoint(getOrderSettings, async ({ parameters }) => {
  const settings = await readOrderSettings(commerceTable, parameters.brand_id);
  return ok(settings, { version: settings.version });
});
