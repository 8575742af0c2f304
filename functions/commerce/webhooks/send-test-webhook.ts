import { newDelivery, summaryOf } from '#commerce/webhooks/delivery.ts';
import { requireEnabled } from '#commerce/webhooks/endpoint.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import { sendTestWebhook } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { newDeliveryActions } from '#store/commerce/webhooks/deliveries.ts';
import { deliverWork, findWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  sendTestWebhook,
  async ({ parameters, heldBrands, authorize, now, newId, recordReply, wakeFor }) => {
    const endpoint = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
    authorize(endpoint.brand_id);
    requireEnabled(endpoint);
    const test = { type: 'webhook_endpoint.test', data: { endpoint_id: endpoint.id } } as const;
    const [delivery] = recordEvents(endpoint.brand_id, [test], { now, newId }).map((event) =>
      newDelivery(endpoint, event, now),
    );
    const made = found(delivery);
    const reply = created(summaryOf(made), `/api/v1/webhook-endpoints/${endpoint.id}/deliveries/${made.id}`);
    await transact(commerceTable, [
      ...newDeliveryActions(made),
      deliverWork(endpoint, now),
      ...recordReply(reply),
    ]);
    await wakeFor({ kind: 'deliver-webhooks', key: endpoint.id }, now);
    return reply;
  },
);
