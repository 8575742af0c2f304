import { sendWebhooksGiveUps, sendWebhooksHandlers } from '#work/handlers/send-webhooks.ts';
import { workFunction } from '#work/run-work.ts';

/** Sends the due deliveries of webhook endpoints. */
export const handler = workFunction('send-webhooks', sendWebhooksHandlers, sendWebhooksGiveUps);
