import * as z from 'zod';
import type { AttributeValue, Item } from '../units/item-size.ts';

/** A write of one item, as a request names it. */
export interface Write {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly table: string;
  /** The whole item of a Put, otherwise the key. */
  readonly content: Item;
}

/** A read of one item. */
export interface Read {
  readonly table: string;
  readonly key: Item;
  readonly isConsistent: boolean;
}

const item: z.ZodType<Item> = z.record(z.string(), z.custom<AttributeValue>());
const put = z.object({ TableName: z.string(), Item: item });
const keyed = z.object({ TableName: z.string(), Key: item });

const writeOf = {
  Put: ({ TableName, Item }: z.infer<typeof put>): Write => ({
    kind: 'Put',
    table: TableName,
    content: Item,
  }),
  keyed: (kind: Write['kind'], { TableName, Key }: z.infer<typeof keyed>): Write => ({
    kind,
    table: TableName,
    content: Key,
  }),
};

/** The write of a PutItem, UpdateItem or DeleteItem. */
export function singleWrite(operation: string, input: unknown): Write {
  if (operation === 'PutItem') return writeOf.Put(put.parse(input));
  return writeOf.keyed(operation === 'UpdateItem' ? 'Update' : 'Delete', keyed.parse(input));
}

const transaction = z.object({
  ClientRequestToken: z.string().optional(),
  TransactItems: z.array(
    z.object({
      Put: put.optional(),
      Update: keyed.optional(),
      Delete: keyed.optional(),
      ConditionCheck: keyed.optional(),
    }),
  ),
});

/** The writes of a TransactWriteItems in their order, and its token. */
export function transactionWrites(input: unknown) {
  const { TransactItems, ClientRequestToken: token } = transaction.parse(input);
  const writes = TransactItems.flatMap(({ Put, Update, Delete, ConditionCheck }): Write[] => [
    ...(Put ? [writeOf.Put(Put)] : []),
    ...(Update ? [writeOf.keyed('Update', Update)] : []),
    ...(Delete ? [writeOf.keyed('Delete', Delete)] : []),
    ...(ConditionCheck ? [writeOf.keyed('ConditionCheck', ConditionCheck)] : []),
  ]);
  return { writes, token };
}

const writeRequest = z.object({
  PutRequest: z.object({ Item: item }).optional(),
  DeleteRequest: z.object({ Key: item }).optional(),
});
const batchWrite = z.object({ RequestItems: z.record(z.string(), z.array(writeRequest)) });

export type WriteRequest = z.infer<typeof writeRequest>;

/** The writes of a BatchWriteItem with the parts of the request that they are from. */
export function batchWrites(
  input: unknown,
): readonly { readonly write: Write; readonly part: WriteRequest }[] {
  const { RequestItems } = batchWrite.parse(input);
  return Object.entries(RequestItems).flatMap(([table, parts]) =>
    parts.map((part) => {
      const { PutRequest, DeleteRequest } = part;
      const write: Write = PutRequest
        ? { kind: 'Put', table, content: PutRequest.Item }
        : { kind: 'Delete', table, content: DeleteRequest?.Key ?? {} };
      return { write, part };
    }),
  );
}

const isConsistent = z.boolean().default(false);
const get = keyed.extend({ ConsistentRead: isConsistent });

export function singleRead(input: unknown): Read {
  const { TableName, Key, ConsistentRead } = get.parse(input);
  return { table: TableName, key: Key, isConsistent: ConsistentRead };
}

const batchGet = z.object({
  RequestItems: z.record(z.string(), z.looseObject({ Keys: z.array(item), ConsistentRead: isConsistent })),
});

/** The tables of a BatchGetItem, with their other members in `rest`. */
export function batchReads(input: unknown) {
  return Object.entries(batchGet.parse(input).RequestItems).map(([table, { Keys, ...rest }]) => ({
    reads: Keys.map((key): Read => ({ table, key, isConsistent: rest.ConsistentRead })),
    rest,
    table,
  }));
}

const transactGet = z.object({ TransactItems: z.array(z.object({ Get: keyed })) });

export const transactionReads = (input: unknown): readonly Read[] =>
  transactGet
    .parse(input)
    .TransactItems.map(({ Get: { TableName, Key } }) => ({ table: TableName, key: Key, isConsistent: true }));

const query = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
});

/** The place that a Query or Scan reads. `partition` returns the value of the partition key; undefined for a scan. */
export function rangeRead(input: unknown) {
  const { TableName, IndexName, KeyConditionExpression, ...expression } = query.parse(input);
  const equalities = [...KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)];
  const partition = (attribute: string): string | undefined => {
    const found = equalities.find(
      ([, name = '']) => (expression.ExpressionAttributeNames[name] ?? name) === attribute,
    );
    const value = expression.ExpressionAttributeValues[found?.[2] ?? ''];
    return value === undefined ? undefined : String(Object.values(value)[0]);
  };
  return { table: TableName, index: IndexName, partition };
}
