import { getWaterSettings } from '#contract/commerce/water-use.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readWaterSettings } from '#store/commerce/water/water-use.ts';

export const handler = commerceEndpoint(getWaterSettings, async ({ query }) => {
  const settings = await readWaterSettings(commerceTable, query.brand_id);
  return ok(settings, { version: settings.version });
});
