import { resendUnknown } from '#commerce/campaigns/contract.ts';
import { moveCampaign } from '#commerce/campaigns/states.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { taskAction } from '#store/commerce/campaigns/runs.ts';
import { changeCampaign, findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  resendUnknown,
  async ({ parameters, heldBrands, authorize, now, recordReply, wakeFor }) => {
    const reply = await retryOnConflict(async () => {
      const before = found(await findCampaign(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      if (before.status !== 'sent' && before.status !== 'sending')
        throw new ApiError('illegal_campaign_transition', { message: 'The campaign has not been sent' });
      const after = moveCampaign(before, { status: 'sending', now });
      const made = ok(after, { version: after.version });
      const others = [taskAction(before.id, 'resend'), ...recordReply(made)];
      await changeCampaign(commerceTable, before, after, { now, others });
      return made;
    });
    await wakeFor({ kind: 'send-campaign', key: parameters.id }, now);
    return reply;
  },
);
