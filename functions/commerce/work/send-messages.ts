import { sendCampaignBatch } from '#commerce/campaigns/batch-work.ts';
import { giveUpCampaign, sendCampaign } from '#commerce/campaigns/work.ts';
import { giveUpMessage, sendMessage } from '#commerce/messages/work.ts';
import { openProviders, type Providers } from '#store/adapters/message-providers.ts';
import { type GiveUps, type WorkHandlers, workFunction } from '#work/run-work.ts';

/** The handlers of the worker `send-messages`, by kind. */
const sendMessagesHandlers = (providers: Providers): WorkHandlers<'send-messages'> => ({
  'send-campaign': sendCampaign(providers),
  'send-campaign-batch': sendCampaignBatch(providers),
  'send-message': sendMessage(providers),
});

const sendMessagesGiveUps: GiveUps<'send-messages'> = {
  'send-campaign': giveUpCampaign,
  'send-campaign-batch': giveUpCampaign,
  'send-message': giveUpMessage,
};

/** Sends campaigns and other messages. */
export const handler = workFunction(
  'send-messages',
  sendMessagesHandlers(openProviders(process.env)),
  sendMessagesGiveUps,
);
