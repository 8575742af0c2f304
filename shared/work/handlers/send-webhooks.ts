import type { WorkHandlers } from '../run-work.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { redeliverWebhooks } from './redeliver-webhooks.ts';

/** The handlers of the worker `send-webhooks`, by kind. */
export const sendWebhooksHandlers: WorkHandlers<'send-webhooks'> = {
  'deliver-webhooks': deliverWebhooks,
  'redeliver-webhooks': redeliverWebhooks,
};
