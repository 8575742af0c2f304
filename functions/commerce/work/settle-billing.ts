import { settleBillingHandlers } from '#commerce/billing/work.ts';
import { workFunction } from '#work/run-work.ts';

/** Follows the payment provider: subscriptions, failed payments and the gateway keys of changed plans. */
export const handler = workFunction('settle-billing', settleBillingHandlers);
