import { sendWebhooksGiveUps, sendWebhooksHandlers } from '#commerce/webhooks/sending-work.ts';
import { workFunction } from '#work/run-work.ts';

/** Sends the due deliveries of webhook endpoints. */
export const handler = workFunction('send-webhooks', sendWebhooksHandlers, sendWebhooksGiveUps);
