import type { Item } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';

/** A range of sort keys in an index partition; bounds are inclusive. */
export interface IndexRange {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly order: 'oldest first' | 'newest first';
  /** Items requested at a time. */
  readonly pageSize: number;
  /** Starts after this sort key. */
  readonly after?: string | undefined;
}

export const readIndex = (
  table: Table,
  { index, partition, from, to, order, pageSize, after }: IndexRange,
): AsyncGenerator<Item> =>
  queryItems(
    table,
    { pk: partition, prefix: '', index, from, to, newestFirst: order === 'newest first' },
    { after, pageSize },
  );

/** Bounds of sort keys that begin with a time. */
export const timeBounds = (from: string | undefined, to: string | undefined) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to: `${to}~` }),
});
