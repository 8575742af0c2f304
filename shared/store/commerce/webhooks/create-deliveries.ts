import { newDelivery, type StoredDelivery } from '#commerce/webhooks/delivery.ts';
import { receives } from '#commerce/webhooks/endpoint.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { newDeliveryActions } from './deliveries.ts';
import { allWebhookEndpoints, deliverWork } from './endpoints.ts';

/** Each delivery has two actions, and the transaction one more for the work. */
const deliveriesAtOnce = 45;

interface CreatedFor {
  readonly endpoint_id: string;
  readonly brand_id: string;
}

/**
 * Creates one delivery for each of these events and each endpoint that receives it, and schedules the sending in the same
 * transaction. Idempotent: an event that has its delivery gets no second one.
 *
 * @returns the endpoints with deliveries to send
 */
export async function createDeliveries(
  table: Table,
  events: readonly RecordedEvent[],
  now: Date,
): Promise<readonly CreatedFor[]> {
  const created: CreatedFor[] = [];
  for (const [brand_id, ofBrand] of Map.groupBy(events, (event) => event.brand_id)) {
    for (const endpoint of await allWebhookEndpoints(table, brand_id)) {
      const wanted = ofBrand.filter((event) => receives(endpoint, event));
      for (let first = 0; first < wanted.length; first += deliveriesAtOnce) {
        const part = wanted.slice(first, first + deliveriesAtOnce);
        await store(
          table,
          part.map((event) => newDelivery(endpoint, event, now)),
          deliverWork(endpoint, now),
        );
      }
      if (wanted.length > 0) created.push({ endpoint_id: endpoint.id, brand_id });
    }
  }
  return created;
}

/** Stores the deliveries that do not exist yet. */
async function store(
  table: Table,
  deliveries: readonly StoredDelivery[],
  work: TransactAction,
): Promise<void> {
  let missing = deliveries;
  while (missing.length > 0) {
    try {
      await transact(table, [work, ...missing.flatMap(newDeliveryActions)]);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // Action 0 is the work; the delivery n has the actions 2n + 1 and 2n + 2.
      const existing = new Set(error.failures.map(({ index }) => Math.floor((index - 1) / 2)));
      missing = missing.filter((_, n) => !existing.has(n));
    }
  }
}
