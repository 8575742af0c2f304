import { getMessagingSettings } from '#commerce/messages/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { readMessagingSettings } from '#store/commerce/campaigns/messaging-settings.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getMessagingSettings, async ({ parameters }) => {
  const { brand } = found(await findBrand(commerceTable, parameters.brand_id));
  const settings = await readMessagingSettings(commerceTable, brand.id);
  return ok(settings, { version: settings.version });
});
