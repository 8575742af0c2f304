import { testCampaign } from '#commerce/campaigns/contract.ts';
import { previewOf, requireTestable, sampleContact } from '#commerce/campaigns/sendable.ts';
import { messageWork, messaging, queueMessage } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/senders.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { findContact } from '#store/commerce/campaigns/contacts.ts';
import { findCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';

const senders = sendersOf(process.env);

export const handler = commerceEndpoint(
  testCampaign,
  async ({ parameters, body, heldBrands, authorize, now, newId, recordReply, wakeFor }) => {
    const campaign = found(await findCampaign(commerceTable, heldBrands, parameters.id));
    authorize(campaign.brand_id);
    const { brand_id, type: channel } = campaign;
    const { brand } = found(await findBrand(commerceTable, brand_id));
    const settings = await messaging.find({ brand_id });
    requireTestable(campaign, settings, senders, body.addresses);
    const contact =
      body.contact_id === undefined
        ? sampleContact
        : await findContact(commerceTable, brand_id, body.contact_id);
    if (contact === undefined) throw new ApiError('contact_not_found');
    const sender = { brand_name: settings.from_name ?? brand.name, settings };
    const {
      subject = '',
      html,
      text,
    } = previewOf(campaign, contact, sender, 'https://example.com/unsubscribe');
    const messages = [...new Set(body.addresses)].map((to) => ({
      ...{ id: `test:${newId()}`, brand_id, channel, to, kind: 'campaign_test', text },
      ...(channel === 'email' && { subject: `[Test] ${subject}`, html }),
    }));
    const reply = created({ messages: messages.map(({ id, to }) => ({ id, address: to })) }, undefined);
    const queued = messages.flatMap((message) => queueMessage(message, now));
    await transact(commerceTable, [...queued, ...recordReply(reply)]);
    for (const message of messages) await wakeFor(messageWork(message), now);
    return reply;
  },
);
