import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { internal, record } from '#store/commerce/record.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { type StoredDelivery, storedDelivery } from './delivery.ts';
import { endpointCounts, endpoints, goneEndpoints, ofEndpoint, secrets } from './records.ts';

/** Deliveries are kept for this time after their event. */
const keptMilliseconds = 30 * 86_400_000;

export const deliveries = record({
  name: 'webhook delivery',
  schema: storedDelivery,
  records: 'webhook-deliveries',
  pk: 'WEBHOOKLOG#{endpoint_id}',
  sk: '{id}',
  indexes: { gsi1: ['WEBHOOKLOG#{endpoint_id}#{status}', '{id}'] },
  unchangedBy: ['attempt_count', 'status', 'next_attempt_at'],
  expires: ({ created_at }) => new Date(Date.parse(created_at) + keptMilliseconds),
  exported: 'webhook-deliveries',
  person: 'none',
  ...ofEndpoint,
});

/** The deliveries of an endpoint that are still to be sent, in the order of their next attempts. */
const queue = record({
  name: 'webhook to send',
  schema: z.object({ endpoint_id: uuid, at: timestamp, id: uuid }),
  records: 'webhook-queue',
  pk: 'WEBHOOKDUE#{endpoint_id}',
  sk: '{at}#{id}',
  exported: internal,
  person: 'none',
  ...ofEndpoint,
});
export type QueuedDelivery = ReturnType<typeof queue.read>;

/** All that the capability stores. */
export const webhookPlaces = [endpoints, goneEndpoints, endpointCounts, secrets, deliveries, queue];

/** The actions that store a new delivery and queue its first attempt. They fail if the event has its delivery. */
export const newDeliveryActions = (delivery: StoredDelivery): readonly TransactAction[] => [
  deliveries.insert(delivery),
  ...queuedOf(delivery).map(queue.put),
];

/** The actions that store a delivery to be sent again. They fail if it has changed since it was read. */
export const redeliveryActions = (
  before: StoredDelivery,
  after: StoredDelivery,
): readonly TransactAction[] => [deliveries.replace(before, after), ...queuedOf(after).map(queue.put)];

/**
 * Stores the outcome of an attempt and moves the delivery in the queue of its endpoint, in one transaction.
 *
 * @returns false if the delivery was queued again meanwhile; then nothing was stored
 */
export const saveAttempt = (before: StoredDelivery, after: StoredDelivery): Promise<boolean> =>
  isWritten(
    transact(commerceTable, [
      deliveries.replace(before, after),
      ...queuedOf(before).map(unqueueAction),
      ...queuedOf(after).map(queue.put),
    ]),
  );

/** The first deliveries in the queue of an endpoint, earliest attempt first, strongly consistent. */
export const readQueue = async (endpoint_id: string, limit: number): Promise<readonly QueuedDelivery[]> =>
  (await queue.page({ endpoint_id }, { limit })).data;

/** Removes an entry of the queue whose delivery has another time, or is gone. */
export const dropQueued = (queued: QueuedDelivery): Promise<void> =>
  transact(commerceTable, [unqueueAction(queued)]);

const queuedOf = ({ endpoint_id, id, next_attempt_at: at }: StoredDelivery): readonly QueuedDelivery[] =>
  at === undefined ? [] : [{ endpoint_id, at, id }];

const unqueueAction = (queued: QueuedDelivery): TransactAction => ({
  Delete: { Key: { ...queue.key(queued) } },
});
