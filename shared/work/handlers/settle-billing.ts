import type { WorkHandlers } from '../run-work.ts';
import { collectPayment } from './collect-payment.ts';
import { moveGatewayKey } from './move-gateway-key.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** The handlers of the worker `settle-billing`, by kind. */
export const settleBillingHandlers: WorkHandlers<'settle-billing'> = {
  'refresh-subscription': refreshSubscription,
  'collect-payment': collectPayment,
  'move-gateway-key': moveGatewayKey,
};
