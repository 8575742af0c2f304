import * as z from 'zod';
import type { StoredSecret } from '#commerce/webhooks/secret.ts';
import {
  maxEndpoints,
  type WebhookEndpoint,
  webhookEndpoint as webhookEndpointSchema,
} from '#contract/commerce/webhook-records.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import {
  fieldsOf,
  getItem,
  type Item,
  insertion,
  itemOf,
  resourceOf,
  updateItem,
} from '../../dynamodb/items.ts';
import { queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { scheduleWork } from '../work/work-items.ts';
import {
  goneEndpointKey,
  webhookCountKey,
  webhookEndpointKey,
  webhookEndpointsOf,
  webhookSecretsKey,
} from './webhook-keys.ts';

const secretsItem = z.object({
  version: z.int(),
  secrets: z.array(
    z.object({ secret: z.string(), created_at: z.string(), expires_at: z.string().optional() }),
  ),
});

export interface EndpointSecrets {
  readonly version: number;
  /** The current secret, then the earlier one during a rotation. */
  readonly secrets: readonly StoredSecret[];
}

export const newSecretsAction = (endpointId: string, secret: StoredSecret): TransactAction =>
  insertion({ ...webhookSecretsKey(endpointId), secrets: [secret], version: 1 });

/** The action that replaces the secrets. Of two concurrent rotations one fails. */
export const changeSecretsAction = (
  endpointId: string,
  before: EndpointSecrets,
  secrets: readonly StoredSecret[],
): TransactAction => ({
  Put: {
    Item: {
      ...webhookSecretsKey(endpointId),
      secrets: secrets.map((one) => ({ ...one })),
      version: before.version + 1,
    },
    ConditionExpression: 'version = :before',
    ExpressionAttributeValues: { ':before': before.version },
  },
});

/** The secrets of an endpoint; undefined after its deletion. */
export async function readSecrets(table: Table, endpointId: string): Promise<EndpointSecrets | undefined> {
  const item = await getItem(table, webhookSecretsKey(endpointId));
  return item && secretsItem.parse(item);
}

/**
 * Stores a new endpoint, `others` and the number of endpoints in one transaction.
 *
 * @throws ApiError webhook_limit_reached
 */
export async function insertWebhookEndpoint(
  table: Table,
  endpoint: WebhookEndpoint,
  others: readonly TransactAction[],
): Promise<void> {
  const counting: TransactAction = {
    Update: {
      Key: { ...webhookCountKey(endpoint.brand_id) },
      UpdateExpression: 'ADD endpoint_count :one',
      ConditionExpression: 'attribute_not_exists(endpoint_count) OR endpoint_count < :limit',
      ExpressionAttributeValues: { ':one': 1, ':limit': maxEndpoints },
    },
  };
  await transact(table, [counting, insertion(endpointItem(endpoint)), ...others]).catch((error: unknown) => {
    const isFull = error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0);
    throw isFull ? new ApiError('webhook_limit_reached', { cause: error }) : error;
  });
}

/**
 * Replaces the endpoint.
 *
 * @throws ConditionFailed when the stored endpoint is no longer `before`
 */
export const changeWebhookEndpoint = (
  table: Table,
  before: WebhookEndpoint,
  after: WebhookEndpoint,
  others: readonly TransactAction[] = [],
): Promise<void> => transact(table, [{ Put: { Item: endpointItem(after), ...isStill(before) } }, ...others]);

/**
 * Deletes the endpoint with its secrets, and schedules the removal of its waiting deliveries, with `others`.
 *
 * @throws ConditionFailed when the stored endpoint is no longer `before`
 */
export function removeWebhookEndpoint(
  table: Table,
  before: WebhookEndpoint,
  now: Date,
  others: readonly TransactAction[] = [],
): Promise<void> {
  const { id, brand_id } = before;
  return transact(table, [
    { Delete: { Key: { ...webhookEndpointKey(brand_id, id) }, ...isStill(before) } },
    { Delete: { Key: { ...webhookSecretsKey(id) } } },
    // Its deliveries stay for 30 days, and their keys name the endpoint only.
    { Put: { Item: { ...goneEndpointKey(brand_id, id), expires_at: goneUntil(now) } } },
    {
      Update: {
        Key: { ...webhookCountKey(brand_id) },
        UpdateExpression: 'ADD endpoint_count :less',
        ExpressionAttributeValues: { ':less': -1 },
      },
    },
    deliverWork(before, now),
    ...others,
  ]);
}

const goneUntil = (now: Date): number => Math.floor(now.getTime() / 1000) + 40 * 86_400;

/** The action that has the due deliveries of an endpoint sent. */
export const deliverWork = (
  { id, brand_id }: Pick<WebhookEndpoint, 'id' | 'brand_id'>,
  due: Date,
): TransactAction =>
  scheduleWork({ kind: 'deliver-webhooks', key: id, due, payload: { brand_id, endpoint_id: id } });

/** Records since when every attempt fails; undefined after a success. */
export async function recordFailingSince(
  table: Table,
  { id, brand_id }: Pick<WebhookEndpoint, 'id' | 'brand_id'>,
  since: string | undefined,
): Promise<void> {
  const update = updateItem(table, webhookEndpointKey(brand_id, id), {
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

/** The endpoint, strongly consistent. */
export async function readWebhookEndpoint(
  table: Table,
  brandId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const item = await getItem(table, webhookEndpointKey(brandId, id));
  return item && endpointFrom(item);
}

/** All endpoints of a brand, at most {@link maxEndpoints}. */
export async function allWebhookEndpoints(
  table: Table,
  brandId: string,
): Promise<readonly WebhookEndpoint[]> {
  const endpoints: WebhookEndpoint[] = [];
  for await (const item of queryItems(table, webhookEndpointsOf(brandId))) endpoints.push(endpointFrom(item));
  return endpoints;
}

/** Endpoints of a brand, oldest first. */
export const readWebhookEndpoints = (
  table: Table,
  {
    brand_id,
    limit,
    cursor,
  }: { readonly brand_id: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<StoredPage<WebhookEndpoint>> =>
  queryPage(
    table,
    { list: ['webhook endpoints', brand_id], limit, cursor, range: webhookEndpointsOf(brand_id) },
    endpointFrom,
  );

const endpointItem = (endpoint: WebhookEndpoint) =>
  itemOf(webhookEndpointKey(endpoint.brand_id, endpoint.id), endpoint);

const isStill = ({ version }: WebhookEndpoint) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

const endpointFields = fieldsOf(webhookEndpointSchema);
const endpointFrom = (item: Item) => resourceOf<WebhookEndpoint>(item, endpointFields);

export const findWebhookEndpoint = finder(webhookEndpointKey, endpointFrom);
