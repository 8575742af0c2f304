import { cancelCampaign } from '#commerce/campaigns/contract.ts';
import { hasOpenRun, moveCampaign } from '#commerce/campaigns/states.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { taskAction } from '#store/commerce/campaigns/runs.ts';
import { changeCampaign, findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  cancelCampaign,
  async ({ parameters, heldBrands, authorize, now, recordReply, wakeFor }) => {
    const reply = await retryOnConflict(async () => {
      const before = found(await findCampaign(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      const after = moveCampaign(before, { status: 'cancelled', now });
      const made = ok(after, { version: after.version });
      // Open batches of a campaign in progress end without sending.
      const others = [
        ...(hasOpenRun(before) ? [taskAction(before.id, 'restart')] : []),
        ...recordReply(made),
      ];
      await changeCampaign(commerceTable, before, after, { now, others });
      return made;
    });
    await wakeFor({ kind: 'send-campaign', key: parameters.id }, now);
    return reply;
  },
);
