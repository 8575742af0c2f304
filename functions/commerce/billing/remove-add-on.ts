import { removeAddOn } from '#contract/commerce/billing.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { changeAtProvider } from '#store/commerce/billing/change-subscription.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(
  removeAddOn,
  async ({ parameters, query, now, newId, recordEvents, wakeFor }) => {
    const { reply, due } = await changeAtProvider(commerceTable, payments, {
      brandId: query.brand_id,
      change: { add_ons: { [parameters.add_on]: 0 } },
      reference: newId(),
      now,
      record: recordEvents,
      replyOf: noContent,
    });
    for (const work of due) await wakeFor(work, now);
    return reply;
  },
);
