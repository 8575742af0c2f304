import { listCampaigns } from '#commerce/campaigns/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { readCampaigns } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(listCampaigns, async ({ query }) => {
  const { data, nextCursor } = await readCampaigns(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
