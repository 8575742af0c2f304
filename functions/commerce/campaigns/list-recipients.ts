import { listRecipients } from '#commerce/campaigns/contract.ts';
import { recipientView } from '#commerce/campaigns/recipient.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { readRecipients } from '#store/commerce/campaigns/recipients.ts';
import { findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  listRecipients,
  async ({ parameters, query, heldBrands, authorize }) => {
    const { id, brand_id } = found(await findCampaign(commerceTable, heldBrands, parameters.id));
    authorize(brand_id);
    const page = await readRecipients(commerceTable, { campaignId: id, ...query }, recipientView);
    return okPage(page.data, page.nextCursor);
  },
);
