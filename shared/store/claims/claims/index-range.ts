import type { Item } from '../../dynamodb/items.ts';
import { type PageQuery, queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
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

/**
 * Reads a page of a range, newest first. `list` identifies the list in its cursors.
 *
 * @throws ApiError invalid_cursor
 */
export const newestPage = <T>(
  table: Table,
  list: PageQuery['list'],
  { index, partition, from, to }: Pick<IndexRange, 'index' | 'partition' | 'from' | 'to'>,
  { limit, cursor }: Pick<PageQuery, 'limit' | 'cursor'>,
  read: (item: Item) => T,
): Promise<StoredPage<T>> =>
  queryPage(
    table,
    { list, limit, cursor, range: { pk: partition, prefix: '', index, from, to, newestFirst: true } },
    read,
  );

/** Bounds of sort keys that begin with a time. */
export const timeBounds = (from: string | undefined, to: string | undefined) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to: `${to}~` }),
});
