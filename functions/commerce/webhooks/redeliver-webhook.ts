import { again, summaryOf } from '#commerce/webhooks/delivery.ts';
import { requireEnabled } from '#commerce/webhooks/endpoint.ts';
import { redeliverWebhook } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readDelivery, redeliveryActions } from '#store/commerce/webhooks/deliveries.ts';
import { deliverWork, findWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  redeliverWebhook,
  async ({ parameters, heldBrands, authorize, now, recordReply, wakeFor }) => {
    const endpoint = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
    authorize(endpoint.brand_id);
    requireEnabled(endpoint);
    const reply = await retryOnConflict(async () => {
      const before = found(await readDelivery(commerceTable, endpoint.id, parameters.delivery_id));
      const after = again(before, now);
      const made = created(summaryOf(after), undefined);
      await transact(commerceTable, [
        ...redeliveryActions(before, after),
        deliverWork(endpoint, now),
        ...recordReply(made),
      ]);
      return made;
    });
    await wakeFor({ kind: 'deliver-webhooks', key: endpoint.id }, now);
    return reply;
  },
);
