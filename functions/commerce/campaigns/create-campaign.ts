import { audienceSize, newCampaign } from '#commerce/campaign.ts';
import { createCampaign } from '#commerce/campaigns/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { insertCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  createCampaign,
  async ({ body, now, newId, recordReply, recordActivity }) => {
    const campaign = newCampaign(body, { id: newId(), now });
    const reply = created(campaign, `/api/v1/campaigns/${campaign.id}`, { version: campaign.version });
    const event = recordActivity(campaign.brand_id, {
      event: 'campaignCreated',
      data: { campaign_id: campaign.id, type: campaign.type, audience_size: audienceSize(campaign) },
    });
    await insertCampaign(commerceTable, campaign, [...event, ...recordReply(reply)]);
    return reply;
  },
);
