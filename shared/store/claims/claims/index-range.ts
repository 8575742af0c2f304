import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../dynamodb/items.ts';
import { send, type Table } from '../../dynamodb/table.ts';

/** A range of sort keys in an index partition; bounds are inclusive. */
export interface IndexRange {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order: 'oldest first' | 'newest first';
  /** Items per query. */
  readonly pageSize: number;
  /** Starts after this sort key. */
  readonly after?: string | undefined;
}

/** Below and above every sort key. */
const lowest = ' ';
const highest = '~';

/** Reads the items of a range lazily. Sort keys end with an id, so a sort key alone is a position. */
export async function* readIndex(table: Table, range: IndexRange): AsyncGenerator<Item> {
  const { index, partition, order, pageSize, after } = range;
  const forward = order === 'oldest first';
  const { from = lowest, to = highest } = range;
  const low = forward && after !== undefined && after >= from ? `${after} ` : from;
  const high = !forward && after !== undefined && after <= to ? after : to;
  if (low > high) return;
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await send(
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: index,
          KeyConditionExpression: `${index}pk = :partition AND ${index}sk BETWEEN :low AND :high`,
          ExpressionAttributeValues: { ':partition': partition, ':low': low, ':high': high },
          ScanIndexForward: forward,
          Limit: pageSize,
          ExclusiveStartKey: start,
        }),
      ),
    );
    for (const item of Items) if (item[`${index}sk`] !== after) yield item;
    start = LastEvaluatedKey;
  } while (start);
}

/** Bounds of sort keys that begin with a time. */
export const timeBounds = (from: string | undefined, to: string | undefined) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to: `${to}~` }),
});
