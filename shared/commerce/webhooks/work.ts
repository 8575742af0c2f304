import type { RecordedEvent } from '#contract/commerce/events.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/outbox.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { EventConsumer } from '#work/run-work.ts';
import { newDelivery, receives, type StoredDelivery } from './delivery.ts';
import { deliveries, deliverWork, endpoints, newDeliveryActions } from './records.ts';

/** Creates the webhook deliveries of events and wakes their sender. */
export const deliverToWebhooks: EventConsumer = async (events, run) => {
  const now = run.now();
  for (const key of await createDeliveries(events, now)) {
    await wakeForWork({ kind: 'deliver-webhooks', key }, now, now);
  }
};

/** Each delivery has two actions, and the transaction one more for the work. */
const deliveriesAtOnce = 45;

/**
 * Creates one delivery for each of these events and each endpoint that receives it, and schedules the sending in the same
 * transaction. Idempotent: an event that has its delivery gets no second one.
 *
 * @returns ids of the endpoints with deliveries to send
 */
export async function createDeliveries(
  events: readonly RecordedEvent[],
  now: Date,
): Promise<readonly string[]> {
  const created: string[] = [];
  for (const [brand_id, ofBrand] of Map.groupBy(events, (event) => event.brand_id)) {
    for await (const endpoint of endpoints.all({ brand_id })) {
      const wanted = ofBrand.filter((event) => receives(endpoint, event));
      for (let first = 0; first < wanted.length; first += deliveriesAtOnce) {
        const part = wanted.slice(first, first + deliveriesAtOnce);
        await store(
          part.map((event) => newDelivery(endpoint, event, now)),
          deliverWork(endpoint, now),
        );
      }
      if (wanted.length > 0) created.push(endpoint.id);
    }
  }
  return created;
}

/** Stores the deliveries that do not exist yet. */
async function store(made: readonly StoredDelivery[], work: TransactAction): Promise<void> {
  let missing = made;
  while (missing.length > 0) {
    try {
      await transact(commerceTable, [work, ...missing.flatMap(newDeliveryActions)]);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const existing = new Set((await deliveries.findMany(missing)).map(({ id }) => id));
      missing = missing.filter(({ id }) => !existing.has(id));
    }
  }
}
