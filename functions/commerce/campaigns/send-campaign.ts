import { sendCampaign } from '#commerce/campaigns/contract.ts';
import { requireSendable } from '#commerce/campaigns/sendable.ts';
import { startCampaign } from '#commerce/campaigns/states.ts';
import { messaging } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/senders.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { checkSends } from '#store/commerce/campaigns/reserve-sends.ts';
import { firstRunActions } from '#store/commerce/campaigns/runs.ts';
import { changeCampaign, findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const senders = sendersOf(process.env);

export const handler = commerceEndpoint(
  sendCampaign,
  async ({ parameters, heldBrands, authorize, now, recordReply, wakeFor }) => {
    const reply = await retryOnConflict(async () => {
      const before = found(await findCampaign(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      const after = startCampaign(before, now);
      requireSendable(before, await messaging.find({ brand_id: before.brand_id }), senders);
      await checkSends(commerceTable, before, now);
      const made = ok(after, { version: after.version });
      const others = [...(await firstRunActions(commerceTable, before, after)), ...recordReply(made)];
      await changeCampaign(commerceTable, before, after, { now, others });
      return made;
    });
    await wakeFor({ kind: 'send-campaign', key: parameters.id }, now);
    return reply;
  },
);
