import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { type StoredDelivery, summaryOf } from '#commerce/webhooks/delivery.ts';
import type { WebhookDelivery } from '#contract/commerce/webhook-records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, getItems, type Item, type ItemKey, recordOf } from '../../dynamodb/items.ts';
import { queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { send, type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import {
  deliveriesOf,
  deliveryKey,
  deliveryStatusPartition,
  queuedDeliveryFrom,
  queuedDeliveryKey,
  webhookQueueOf,
} from './webhook-keys.ts';

/** Deliveries are kept for 30 days after their event. */
const retentionSeconds = 30 * 24 * 3600;

/** The actions that store a new delivery and queue its first attempt. They fail if the event has its delivery. */
export const newDeliveryActions = (delivery: StoredDelivery): readonly TransactAction[] => [
  { Put: { Item: deliveryItem(delivery), ConditionExpression: 'attribute_not_exists(pk)' } },
  ...queueActions(delivery),
];

/** The actions that store a delivery to be sent again. They fail if it has changed since it was read. */
export const redeliveryActions = (
  before: StoredDelivery,
  after: StoredDelivery,
): readonly TransactAction[] => [
  { Put: { Item: deliveryItem(after), ...isStill(before) } },
  ...queueActions(after),
];

/**
 * Stores the outcome of an attempt and moves the delivery in the queue of its endpoint, in one transaction.
 *
 * @returns false if the delivery was queued again meanwhile; then nothing was stored
 */
export const saveAttempt = (table: Table, before: StoredDelivery, after: StoredDelivery): Promise<boolean> =>
  isWritten(
    transact(table, [
      { Put: { Item: deliveryItem(after), ...isStill(before) } },
      ...unqueueActions(before),
      ...queueActions(after),
    ]),
  );

/** A delivery in the queue of its endpoint. */
export interface QueuedDelivery {
  readonly at: string;
  readonly id: string;
}

/** The first deliveries in the queue of an endpoint, earliest attempt first, strongly consistent. */
export async function readQueue(
  table: Table,
  endpointId: string,
  limit: number,
): Promise<readonly QueuedDelivery[]> {
  const queued: QueuedDelivery[] = [];
  for await (const item of queryItems(table, webhookQueueOf(endpointId), { pageSize: limit })) {
    queued.push(queuedDeliveryFrom(keyOf(item)));
    if (queued.length === limit) break;
  }
  return queued;
}

/** Removes an entry of the queue whose delivery has another time, or is gone. */
export async function dropQueued(
  table: Table,
  endpointId: string,
  { at, id }: QueuedDelivery,
): Promise<void> {
  const Key = { ...queuedDeliveryKey(endpointId, at, id) };
  await send(table.client.send(new DeleteCommand({ TableName: table.name, Key })));
}

export async function readDelivery(
  table: Table,
  endpointId: string,
  id: string,
): Promise<StoredDelivery | undefined> {
  const item = await getItem(table, deliveryKey(endpointId, id));
  return item && deliveryFrom(item);
}

export async function readDeliveriesById(
  table: Table,
  endpointId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredDelivery>> {
  const keys = [...new Set(ids)].map((id) => deliveryKey(endpointId, id));
  const found = (await getItems(table, keys)).map(deliveryFrom);
  return new Map(found.map((delivery) => [delivery.id, delivery]));
}

interface DeliveryQuery {
  readonly endpointId: string;
  readonly status?: WebhookDelivery['status'] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Deliveries, newest first. Deliveries in one status come from the index, which may lag by a moment. */
export function readDeliveries(table: Table, query: DeliveryQuery): Promise<StoredPage<WebhookDelivery>> {
  const { endpointId, status, limit, cursor } = query;
  const page = { list: ['webhook deliveries', endpointId, status], limit, cursor };
  const part =
    status === undefined
      ? deliveriesOf(endpointId)
      : { pk: deliveryStatusPartition(endpointId, status), prefix: '', index: 'gsi1' as const };
  return queryPage(table, { ...page, range: { ...part, newestFirst: true } }, (item) =>
    summaryOf(deliveryFrom(item)),
  );
}

/** Deliveries of events between two ids, both included, oldest first. */
export async function* deliveriesBetween(
  table: Table,
  endpointId: string,
  { from, to }: { readonly from: string; readonly to: string },
): AsyncGenerator<StoredDelivery> {
  for await (const item of queryItems(table, { ...deliveriesOf(endpointId), from, to }, { pageSize: 50 })) {
    yield deliveryFrom(item);
  }
}

const deliveryItem = (delivery: StoredDelivery) => ({
  ...delivery,
  ...deliveryKey(delivery.endpoint_id, delivery.id),
  gsi1pk: deliveryStatusPartition(delivery.endpoint_id, delivery.status),
  gsi1sk: delivery.id,
  expires_at: Math.floor(Date.parse(delivery.created_at) / 1000) + retentionSeconds,
});

const deliveryFrom = (item: Item): StoredDelivery => recordOf<StoredDelivery>(item);

const keyOf = (item: Item): ItemKey => ({ pk: String(item['pk']), sk: String(item['sk']) });

/** The number of attempts, the status and the time of the next attempt change with every write. */
const isStill = ({ attempt_count, status, next_attempt_at }: StoredDelivery) => ({
  ConditionExpression:
    'attempt_count = :count AND #status = :status AND ' +
    (next_attempt_at === undefined ? 'attribute_not_exists(next_attempt_at)' : 'next_attempt_at = :next'),
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':count': attempt_count,
    ':status': status,
    ...(next_attempt_at !== undefined && { ':next': next_attempt_at }),
  },
});

const queueActions = ({ endpoint_id, id, next_attempt_at }: StoredDelivery): readonly TransactAction[] =>
  next_attempt_at === undefined
    ? []
    : [{ Put: { Item: { ...queuedDeliveryKey(endpoint_id, next_attempt_at, id) } } }];

const unqueueActions = ({ endpoint_id, id, next_attempt_at }: StoredDelivery): readonly TransactAction[] =>
  next_attempt_at === undefined
    ? []
    : [{ Delete: { Key: { ...queuedDeliveryKey(endpoint_id, next_attempt_at, id) } } }];
