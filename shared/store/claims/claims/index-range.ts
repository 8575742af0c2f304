import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../dynamodb/items.ts';
import { send, type Table } from '../../dynamodb/table.ts';

/** Part of an index partition, by bounds of its sort keys, which are included. */
export interface IndexRange {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order: 'oldest first' | 'newest first';
  /** Items asked for at a time. */
  readonly pageSize: number;
  /** Only what comes after this sort key in the order. */
  readonly after?: string | undefined;
}

/** Below and above every sort key of ours. */
const lowest = ' ';
const highest = '~';

/**
 * The items of the range, fetched as they are asked for. Sort keys are unique in a partition (they end with an id),
 * so a position is a sort key alone, and says nothing about what stands there.
 */
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
