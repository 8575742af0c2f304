import { requireEnabled } from '#commerce/webhooks/endpoint.ts';
import { redeliverWebhooks } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { accepted, commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  redeliverWebhooks,
  async ({ parameters, body, heldBrands, authorize, now, newId, recordReply, wakeFor }) => {
    const endpoint = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
    authorize(endpoint.brand_id);
    requireEnabled(endpoint);
    const id = newId();
    const { from, to, status } = body;
    const reply = accepted(
      { id, endpoint_id: endpoint.id, from, to, status },
      `/api/v1/webhook-endpoints/${endpoint.id}/deliveries`,
    );
    const payload = { brand_id: endpoint.brand_id, endpoint_id: endpoint.id, from, to, status };
    const work = { kind: 'redeliver-webhooks', key: id } as const;
    await transact(commerceTable, [scheduleWork({ ...work, due: now, payload }), ...recordReply(reply)]);
    await wakeFor(work, now);
    return reply;
  },
);
