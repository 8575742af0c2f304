import { changeSubscription } from '#contract/commerce/billing.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { changeAtProvider } from '#store/commerce/billing/change-subscription.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  changeSubscription,
  async ({ body, now, newId, recordEvents, wakeFor }) => {
    const { brand_id, plan, cancel_at_period_end, proration_date } = body;
    const { reply, due } = await changeAtProvider(commerceTable, payments, {
      brandId: brand_id,
      change: {
        ...(plan !== undefined && { plan }),
        ...(cancel_at_period_end !== undefined && { cancel_at_period_end }),
        ...(proration_date !== undefined && { proration_date }),
      },
      reference: newId(),
      now,
      record: recordEvents,
      replyOf: ok,
    });
    for (const work of due) await wakeFor(work, now);
    return reply;
  },
);
