import { setAddOn } from '#contract/commerce/billing.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { changeAtProvider } from '#store/commerce/billing/change-subscription.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  setAddOn,
  async ({ body, now, newId, requestReference, recordEvents, recordReply, wakeFor }) => {
    const { brand_id, add_on, quantity, proration_date } = body;
    const { reply, due } = await changeAtProvider(commerceTable, payments, {
      brandId: brand_id,
      change: {
        add_ons: { [add_on]: quantity },
        ...(proration_date !== undefined && { proration_date }),
      },
      reference: requestReference ?? newId(),
      now,
      record: recordEvents,
      replyOf: (subscription) => created(subscription, undefined),
      recordReply,
    });
    for (const work of due) await wakeFor(work, now);
    return reply;
  },
);
