import { pauseCampaign } from '#commerce/campaigns/contract.ts';
import { moveCampaign } from '#commerce/campaigns/states.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeCampaign, findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  pauseCampaign,
  ({ parameters, heldBrands, authorize, now, recordReply }) =>
    retryOnConflict(async () => {
      const before = found(await findCampaign(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      const after = moveCampaign(before, { status: 'paused', reason: 'requested', now });
      const reply = ok(after, { version: after.version });
      await changeCampaign(commerceTable, before, after, { now, others: recordReply(reply) });
      return reply;
    }),
);
