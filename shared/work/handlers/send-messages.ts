import { sendCampaignBatch } from '#commerce/campaigns/batch-work.ts';
import { giveUpCampaign, sendCampaign } from '#commerce/campaigns/work.ts';
import { giveUpMessage, sendMessage } from '#commerce/messages/work.ts';
import type { Providers } from '#store/adapters/message-providers.ts';
import type { GiveUps, WorkHandlers } from '../run-work.ts';

/** The handlers of the worker `send-messages`, by kind. */
export const sendMessagesHandlers = (providers: Providers): WorkHandlers<'send-messages'> => ({
  'send-campaign': sendCampaign(providers),
  'send-campaign-batch': sendCampaignBatch(providers),
  'send-message': sendMessage(providers),
});

export const sendMessagesGiveUps: GiveUps<'send-messages'> = {
  'send-campaign': giveUpCampaign,
  'send-campaign-batch': giveUpCampaign,
  'send-message': giveUpMessage,
};
