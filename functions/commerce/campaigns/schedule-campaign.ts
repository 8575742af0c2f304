import { scheduleCampaign } from '#commerce/campaigns/contract.ts';
import { requireSendable } from '#commerce/campaigns/sendable.ts';
import { moveCampaign, requireFuture } from '#commerce/campaigns/states.ts';
import { messaging } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/senders.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeCampaign, findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const senders = sendersOf(process.env);

export const handler = commerceEndpoint(
  scheduleCampaign,
  async ({ parameters, body, heldBrands, authorize, now, recordReply, wakeFor }) => {
    const { scheduled_at } = body;
    const reply = await retryOnConflict(async () => {
      const before = found(await findCampaign(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireFuture(scheduled_at, now);
      const after = moveCampaign(before, { status: 'scheduled', now, scheduled_at });
      requireSendable(before, await messaging.find({ brand_id: before.brand_id }), senders);
      const made = ok(after, { version: after.version });
      await changeCampaign(commerceTable, before, after, { now, others: recordReply(made) });
      return made;
    });
    await wakeFor({ kind: 'send-campaign', key: parameters.id }, new Date(scheduled_at));
    return reply;
  },
);
