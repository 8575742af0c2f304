import { receiveStripeEvent } from '#contract/commerce/billing.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { applyProviderEvent } from '#store/commerce/billing/apply-events.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  receiveStripeEvent,
  async ({ body, header, now, recordEvents, wakeFor }) => {
    const event = await payments.readEvent(body, header('stripe-signature'), now);
    const { outcome, due } = await applyProviderEvent(commerceTable, event, { now, record: recordEvents });
    for (const work of due) await wakeFor(work, now);
    return ok({ id: event.id, outcome });
  },
);
