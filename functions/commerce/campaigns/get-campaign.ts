import { getCampaign } from '#commerce/campaigns/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getCampaign, async ({ parameters, heldBrands, authorize }) => {
  const campaign = found(await findCampaign(commerceTable, heldBrands, parameters.id));
  authorize(campaign.brand_id);
  return ok(campaign, { version: campaign.version });
});
