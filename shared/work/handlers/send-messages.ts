import type { Providers } from '#store/commerce/messages/providers.ts';
import { sendCampaignBatch } from '../campaigns/send-batch.ts';
import type { WorkHandlers } from '../run-work.ts';
import { sendCampaign } from './send-campaign.ts';
import { sendMessage } from './send-message.ts';

/** The handlers of the worker `send-messages`, by kind. */
export const sendMessagesHandlers = (providers: Providers): WorkHandlers<'send-messages'> => ({
  'send-campaign': sendCampaign,
  'send-campaign-batch': sendCampaignBatch(providers),
  'send-message': sendMessage(providers),
});
