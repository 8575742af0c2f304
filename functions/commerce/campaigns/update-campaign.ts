import { patchCampaign } from '#commerce/campaign.ts';
import { updateCampaign } from '#commerce/campaigns/contract.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeCampaign, findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  updateCampaign,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findCampaign(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const after = patchCampaign(before, body, now);
      await changeCampaign(commerceTable, before, after, { now });
      return ok(after, { version: after.version });
    }),
);
