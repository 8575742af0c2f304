import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { send, type Table, type TransactAction } from './table.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

export interface KeyPrefix {
  readonly pk: string;
  readonly prefix: string;
}

export type Item = Readonly<Record<string, unknown>>;

/** The key of an item as one text. */
export const nameOfKey = ({ pk, sk }: Item | ItemKey): string => JSON.stringify([pk, sk]);

/** General indexes; only the claims table has the third. */
export type IndexName = 'gsi1' | 'gsi2' | 'gsi3';

/** Attributes of the table, not of the resource. */
interface Attributes {
  readonly pk: string;
  readonly sk: string;
  readonly gsi1pk?: string;
  readonly gsi1sk?: string;
  readonly gsi2pk?: string;
  readonly gsi2sk?: string;
  readonly gsi3pk?: string;
  readonly gsi3sk?: string;
  readonly expires_at?: number;
}

export const itemOf = <T extends object>(keys: Attributes, resource: T): T & Attributes => ({
  ...resource,
  ...keys,
});

/** The action that stores a new item and fails if its key exists. */
export const insertion = (item: object): TransactAction => ({
  Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Names of a resource's fields, in the order of its schema. */
export const fieldsOf = ({ shape }: { readonly shape: object }): readonly string[] => Object.keys(shape);

/** The resource in an item of {@link itemOf}: these fields in this order, because DynamoDB does not keep the order. */
export function resourceOf<T extends object>(item: Item, fields: readonly string[]): T {
  const present = fields.filter((field) => item[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, item[field]])) as T;
}

/** The internal record in an item of {@link itemOf}: all attributes except those of the table. */
export function recordOf<T extends object>(item: Item): T {
  const { pk, sk, gsi1pk, gsi1sk, gsi2pk, gsi2sk, gsi3pk, gsi3sk, expires_at, ...record } = item;
  return record as T;
}

/** One item, strongly consistent. */
export async function getItem(table: Table, key: ItemKey): Promise<Item | undefined> {
  const { Item } = await send(
    table.client.send(new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true })),
  );
  return Item;
}

/** The record with this key; see {@link recordOf}. */
export async function getRecord<T extends object>(table: Table, key: ItemKey): Promise<T | undefined> {
  const item = await getItem(table, key);
  return item && recordOf<T>(item);
}

export async function putItem(table: Table, put: Omit<PutCommandInput, 'TableName'>): Promise<void> {
  await send(table.client.send(new PutCommand({ TableName: table.name, ...put })));
}

export const updateItem = (
  table: Table,
  key: ItemKey,
  update: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
) => send(table.client.send(new UpdateCommand({ TableName: table.name, Key: { ...key }, ...update })));

/** DynamoDB's limit for one BatchGetItem. */
const batchSize = 100;
/** Bounds the memory: each response may have 16 MB. */
const batchesAtOnce = 8;

/** The existing items among these distinct keys, in no order, strongly consistent; only the given attributes, if any. */
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

/** Uses placeholders, because many names are reserved words of DynamoDB. */
const projectionOf = (attributes: readonly string[]) =>
  attributes.length === 0
    ? {}
    : {
        ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
      };

const batchDeadline = 8000;

/** Reads one batch. DynamoDB omits items beyond 16 MB or under throttling; they are requested again. */
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

/** Key condition for sort keys with the prefix, optionally between two continuations; of the table or of an index. */
export const inRange = (
  { pk, prefix }: KeyPrefix,
  { from = firstContinuation, to = lastContinuation }: { readonly from?: string; readonly to?: string } = {},
  index: IndexName | '' = '',
) => ({
  KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :to`,
  ExpressionAttributeValues: { ':pk': pk, ':from': prefix + from, ':to': prefix + to },
});

/** Below and above every character of our keys. DynamoDB refuses an empty bound. */
const firstContinuation = ' ';
const lastContinuation = '~';

/** Every item of a query, page after page; strongly consistent, except on an index. */
export async function* queryAll(table: Table, query: Query): AsyncGenerator<readonly Item[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await queryOnce(table, query, start);
    yield Items ?? [];
    start = LastEvaluatedKey;
  } while (start);
}

type Query = Omit<QueryCommandInput, 'TableName' | 'ConsistentRead' | 'ExclusiveStartKey'>;

/** One page of a query. */
export const queryOnce = (table: Table, query: Query, ExclusiveStartKey?: Record<string, unknown>) => {
  const ConsistentRead = query.IndexName === undefined;
  const command = new QueryCommand({ ...query, TableName: table.name, ConsistentRead, ExclusiveStartKey });
  return send(table.client.send(command));
};

/** All items with the prefix, strongly consistent. */
export async function allItems(table: Table, part: KeyPrefix): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const items of queryAll(table, inRange(part))) all.push(...items);
  return all;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The items of the whole table that a filter selects, page after page, in no order, strongly consistent. */
export async function* scanAll(
  table: Table,
  filter: Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues'>,
): AsyncGenerator<readonly Item[]> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const command = new ScanCommand({
      ...filter,
      TableName: table.name,
      ConsistentRead: true,
      ExclusiveStartKey,
    });
    const { Items = [], LastEvaluatedKey } = await send(table.client.send(command));
    if (Items.length > 0) yield Items;
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
