import { commerceTable } from '#store/commerce/commerce-table.ts';
import { createDeliveries } from '#store/commerce/webhooks/create-deliveries.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import type { EventConsumer } from '../event-consumer.ts';

/** Creates the webhook deliveries of events and wakes their sender. */
export const deliverToWebhooks: EventConsumer = async (events, run) => {
  const now = run.now();
  for (const { endpoint_id } of await createDeliveries(commerceTable, events, now)) {
    await wakeForWork({ kind: 'deliver-webhooks', key: endpoint_id }, now, now);
  }
};
