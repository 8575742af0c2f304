import { openProviders } from '#store/adapters/message-providers.ts';
import { sendMessagesGiveUps, sendMessagesHandlers } from '#work/handlers/send-messages.ts';
import { workFunction } from '#work/run-work.ts';

/** Sends campaigns and other messages. */
export const handler = workFunction(
  'send-messages',
  sendMessagesHandlers(openProviders(process.env)),
  sendMessagesGiveUps,
);
