import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';

import { StoreRejection } from '#persistence/store-rejection.ts';
import { send, type Table } from './table.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** Part of one partition, by the beginning of its sort keys. */
export interface KeyPrefix {
  readonly pk: string;
  readonly prefix: string;
}

/** An item as the table holds it. */
export type Item = Readonly<Record<string, unknown>>;

/** Attributes that belong to the table and not to the resource. */
interface Attributes {
  readonly pk: string;
  readonly sk: string;
  readonly gsi1pk?: string;
  readonly gsi1sk?: string;
  readonly gsi2pk?: string;
  readonly gsi2sk?: string;
  readonly expires_at?: number;
}

/** The item of a resource: its keys and its fields. */
export const itemOf = <T extends object>(keys: Attributes, resource: T): T & Attributes => ({
  ...resource,
  ...keys,
});

/** Names of a resource's fields, in the order in which its schema declares them. */
export const fieldsOf = ({ shape }: { readonly shape: object }): readonly string[] => Object.keys(shape);

/**
 * The resource in an item that {@link itemOf} made: these fields, in this order, and nothing else that is stored
 * beside them. DynamoDB keeps no order of attributes.
 */
export function resourceOf<T extends object>(item: Item, fields: readonly string[]): T {
  const present = fields.filter((field) => item[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, item[field]])) as T;
}

/** A record that the service keeps for itself, in an item that {@link itemOf} made: all but the table's attributes. */
export function recordOf<T extends object>(item: Item): T {
  const { pk, sk, gsi1pk, gsi1sk, gsi2pk, gsi2sk, expires_at, ...record } = item;
  return record as T;
}

/** One item, strongly consistent. */
export async function getItem(table: Table, key: ItemKey): Promise<Item | undefined> {
  const { Item } = await send(
    table.client.send(new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true })),
  );
  return Item;
}

/** DynamoDB's limit for one BatchGetItem. */
const batchSize = 100;
/** Answers that are held in memory as they came, while they are read; each may be 16 MB. */
const batchesAtOnce = 8;

/**
 * Those of the items that exist, in no order, strongly consistent: whole, or these attributes of them. Keys must
 * differ from each other.
 */
export async function getItems(
  table: Table,
  keys: readonly ItemKey[],
  attributes: readonly string[] = [],
): Promise<readonly Item[]> {
  const projection = projectionOf(attributes);
  const batches = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, index) =>
    keys.slice(index * batchSize, (index + 1) * batchSize),
  ).values();
  const found: Item[] = [];
  const reader = async () => {
    for (const batch of batches) found.push(...(await getBatch(table, batch, projection)));
  };
  await Promise.all(Array.from({ length: Math.min(batchesAtOnce, keys.length) }, reader));
  return found;
}

/** By placeholders, because many a good name is a reserved word of DynamoDB. */
const projectionOf = (attributes: readonly string[]) =>
  attributes.length === 0
    ? {}
    : {
        ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
      };

const batchDeadline = 8000;

/** A batch may come back in part, when it is larger than 16 MB or throttled: the rest is asked for again. */
async function getBatch(
  table: Table,
  keys: readonly ItemKey[],
  projection: ReturnType<typeof projectionOf>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  const deadline = Date.now() + batchDeadline;
  let wanted: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  for (let attempt = 0; wanted.length > 0; attempt++) {
    if (attempt > 0) await pause(Math.random() * Math.min(1000, 20 * 2 ** attempt));
    const { Responses, UnprocessedKeys } = await send(
      table.client.send(
        new BatchGetCommand({
          RequestItems: { [table.name]: { Keys: wanted, ConsistentRead: true, ...projection } },
        }),
      ),
    );
    found.push(...(Responses?.[table.name] ?? []));
    wanted = UnprocessedKeys?.[table.name]?.Keys ?? [];
    if (wanted.length > 0 && Date.now() > deadline) {
      throw new StoreRejection('The data store is throttling requests', undefined);
    }
  }
  return found;
}

/**
 * Key condition for sort keys with the prefix and, where given, between two of its continuations; of the table, or
 * of the index whose attributes begin with `index`.
 */
export const inRange = (
  { pk, prefix }: KeyPrefix,
  { from = firstContinuation, to = lastContinuation }: { readonly from?: string; readonly to?: string } = {},
  index: 'gsi1' | 'gsi2' | '' = '',
) => ({
  KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :to`,
  ExpressionAttributeValues: { ':pk': pk, ':from': prefix + from, ':to': prefix + to },
});

/** Below and above every character that a key of ours has. An empty key value is refused even as a bound. */
const firstContinuation = ' ';
const lastContinuation = '~';

/** Every item of a query, page after page; strongly consistent, except on an index. */
export async function* queryAll(
  table: Table,
  query: Omit<QueryCommandInput, 'TableName' | 'ConsistentRead' | 'ExclusiveStartKey'>,
): AsyncGenerator<readonly Item[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await send(
      table.client.send(
        new QueryCommand({
          ...query,
          TableName: table.name,
          ConsistentRead: query.IndexName === undefined,
          ExclusiveStartKey: start,
        }),
      ),
    );
    yield Items ?? [];
    start = LastEvaluatedKey;
  } while (start);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
