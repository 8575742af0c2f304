import { listCampaigns } from '#contract/commerce/campaigns.ts';
import { endpoint, page } from '#http/endpoint.ts';
import { listCampaigns as readCampaigns } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = endpoint(listCampaigns, async ({ query }) => {
  const { data, nextCursor } = await readCampaigns(commerceTable, query.brand_id, query);
  return page(data, nextCursor);
});
