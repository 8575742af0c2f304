import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { count, counter, internal, ledBy, pointer, record, secret } from '#store/commerce/record.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { maxEndpoints, type WebhookEndpoint, webhookEndpoint } from './contract.ts';
import { type StoredDelivery, type StoredSecret, storedDelivery } from './delivery.ts';

export const endpoints = record({
  name: 'webhook endpoint',
  schema: webhookEndpoint,
  records: 'webhooks',
  pk: 'WEBHOOKS#{brand_id}',
  sk: 'ENDPOINT#{id}',
  exported: 'webhook-endpoints',
  person: 'none',
});

const keptDays = 40;

/** A deleted endpoint. Its deliveries stay for 30 days, and their keys name the endpoint only. */
const goneEndpoints = record({
  name: 'deleted endpoint',
  schema: z.object({ brand_id: uuid, id: uuid, deleted_at: timestamp }),
  records: 'webhooks',
  pk: 'WEBHOOKS#{brand_id}',
  sk: 'GONE#{id}',
  expires: ({ deleted_at }) => new Date(Date.parse(deleted_at) + keptDays * 86_400_000),
  exported: pointer,
  person: 'none',
});

const endpointCounts = counter({
  name: 'number of endpoints',
  counts: ['endpoint_count'],
  records: 'webhooks',
  pk: 'WEBHOOKS#{brand_id}',
  sk: 'COUNT',
  exported: count,
  person: 'none',
});

/** Places whose items the keys of others name. */
const ofEndpoint = ledBy('endpoint_id', endpoints.name, goneEndpoints.name);

/** The current secret of an endpoint, then the earlier one during a rotation. */
export const secrets = record({
  name: 'webhook secrets',
  schema: z.object({
    endpoint_id: uuid,
    secrets: z.array(
      z.object({ secret: z.string(), created_at: timestamp, expires_at: timestamp.optional() }),
    ),
    version: z.int(),
  }),
  records: 'webhook-secrets',
  pk: 'WEBHOOKSECRET#{endpoint_id}',
  sk: 'SECRETS',
  exported: secret,
  person: 'none',
  ...ofEndpoint,
});

/** The actions that store a new endpoint with its secret and count it. */
export const insertActions = (endpoint: WebhookEndpoint, first: StoredSecret): readonly TransactAction[] => [
  endpointCounts.add(
    { brand_id: endpoint.brand_id },
    { endpoint_count: 1 },
    { most: maxEndpoints, otherwise: 'webhook_limit_reached' },
  ),
  endpoints.insert(endpoint),
  secrets.insert({ endpoint_id: endpoint.id, secrets: [first], version: 1 }),
];

/** The actions that delete an endpoint with its secrets, and schedule the removal of its waiting deliveries. */
export function removeActions(endpoint: WebhookEndpoint, now: Date): readonly TransactAction[] {
  const { id, brand_id } = endpoint;
  return [
    endpoints.remove(endpoint),
    { Delete: { Key: { ...secrets.key({ endpoint_id: id }) } } },
    goneEndpoints.put({ brand_id, id, deleted_at: now.toISOString() }),
    endpointCounts.add({ brand_id }, { endpoint_count: -1 }),
    deliverWork(endpoint, now),
  ];
}

/** The action that has the due deliveries of an endpoint sent. */
export const deliverWork = (
  { id, brand_id }: Pick<WebhookEndpoint, 'id' | 'brand_id'>,
  due: Date,
): TransactAction =>
  scheduleWork({ kind: 'deliver-webhooks', key: id, due, payload: { brand_id, endpoint_id: id } });

/** Records since when every attempt fails; undefined after a success. The version of the endpoint stays. */
export async function recordFailingSince(
  { id, brand_id }: Pick<WebhookEndpoint, 'id' | 'brand_id'>,
  since: string | undefined,
): Promise<void> {
  const update = updateItem(commerceTable, endpoints.key({ brand_id, id }), {
    UpdateExpression:
      since === undefined
        ? 'REMOVE failing_since'
        : 'SET failing_since = if_not_exists(failing_since, :since)',
    ConditionExpression: 'attribute_exists(pk)',
    ...(since !== undefined && { ExpressionAttributeValues: { ':since': since } }),
  });
  // Not written: the endpoint was deleted meanwhile.
  await isWritten(update);
}

/** How long an answer is remembered. */
const rememberedMilliseconds = 5000;
const maxRemembered = 1000;

const remembered = new Map<string, { readonly found: boolean; readonly until: number }>();

/**
 * Whether a brand has webhook endpoints, as a hint: with endpoints, the worker of events is woken at once; without, the
 * schedule passes the events on within a minute. An answer may be some seconds old.
 */
export async function hasSubscribers(brand_id: string): Promise<boolean> {
  const known = remembered.get(brand_id);
  if (known !== undefined && known.until > Date.now()) return known.found;
  const found = (await endpointCounts.find({ brand_id })).endpoint_count > 0;
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(brand_id, { found, until: Date.now() + rememberedMilliseconds });
  return found;
}

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
