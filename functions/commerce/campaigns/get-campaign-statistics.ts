import { getCampaignStatistics } from '#commerce/campaigns/contract.ts';
import { statisticsOf } from '#commerce/campaigns/statistics.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { readRun } from '#store/commerce/campaigns/runs.ts';
import { findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  getCampaignStatistics,
  async ({ parameters, heldBrands, authorize }) => {
    const campaign = found(await findCampaign(commerceTable, heldBrands, parameters.id));
    authorize(campaign.brand_id);
    const run = await readRun(commerceTable, campaign.id);
    return ok(statisticsOf(campaign, run?.figures ?? {}, run?.complete ?? false));
  },
);
