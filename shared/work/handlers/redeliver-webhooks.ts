import { again } from '#commerce/webhooks/delivery.ts';
import { isWritten } from '#persistence/conflict.ts';
import { firstIdAt } from '#store/commerce/commerce-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { deliveriesBetween, redeliveryActions } from '#store/commerce/webhooks/deliveries.ts';
import { deliverWork, readWebhookEndpoint } from '#store/commerce/webhooks/endpoints.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkHandler } from '../run-work.ts';

/**
 * Queues the deliveries of a range of time again. Each delivery keeps the id of the request, so a repeated run queues none
 * twice.
 */
export const redeliverWebhooks: WorkHandler<'redeliver-webhooks'> = async ({ key, payload }, run) => {
  const { brand_id, endpoint_id, from, to, status } = payload;
  const endpoint = await readWebhookEndpoint(commerceTable, brand_id, endpoint_id);
  if (endpoint === undefined || endpoint.status === 'disabled') return 'done';
  const range = { from: firstIdAt(new Date(from)), to: `${firstIdAt(new Date(to))}~` };
  for await (const delivery of deliveriesBetween(commerceTable, endpoint_id, range)) {
    if (run.isTimeUp()) return { again: run.now() };
    const isWanted = status === 'all' ? delivery.status !== 'pending' : delivery.status === status;
    if (!isWanted || delivery.redelivery === key) continue;
    const actions = redeliveryActions(delivery, again(delivery, run.now(), key));
    // Not written: an attempt or another redelivery has changed it meanwhile.
    await isWritten(transact(commerceTable, [...actions, deliverWork(endpoint, run.now())]));
  }
  await wakeForWork({ kind: 'deliver-webhooks', key: endpoint_id }, run.now(), run.now());
  return 'done';
};
