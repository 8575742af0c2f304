import { decodeCursor, encodeCursor, type ListIdentity } from './cursor.ts';
import { type IndexName, type Item, inRange, type KeyPrefix, queryAll } from './items.ts';
import type { Table } from './table.ts';

/** Items of one partition in the order of their sort keys, which are unique in it. */
export interface ItemRange extends Partial<KeyPrefix> {
  readonly pk: string;
  /** The table itself without an index. An index may lag behind by a moment. */
  readonly index?: IndexName | undefined;
  /** Bounds of what follows the prefix, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly newestFirst?: boolean;
}

interface RangeStart {
  /** Starts after this sort key. */
  readonly after?: string | undefined;
  /** Items requested at a time. */
  readonly pageSize?: number;
}

/** The items of the range, fetched as they are consumed. */
export async function* queryItems(
  table: Table,
  range: ItemRange,
  start: RangeStart = {},
): AsyncGenerator<Item> {
  for await (const items of queryPages(table, range, start)) yield* items;
}

/** The items of the range, page after page. */
export async function* queryPages(
  table: Table,
  { pk, prefix = '', index, from = ' ', to = '~', newestFirst = false }: ItemRange,
  { after, pageSize }: RangeStart,
): AsyncGenerator<readonly Item[]> {
  let [low, high] = [prefix + from, prefix + to];
  if (after !== undefined && newestFirst && after < high) high = after;
  if (after !== undefined && !newestFirst && after >= low) low = `${after} `;
  // DynamoDB refuses a range whose ends are the wrong way round.
  if (low > high) return;
  const pages = queryAll(table, {
    ...inRange({ pk, prefix: '' }, { from: low, to: high }, index),
    IndexName: index,
    ScanIndexForward: !newestFirst,
    Limit: pageSize,
  });
  for await (const items of pages) {
    yield after === undefined ? items : items.filter((item) => item[sortKeyOf(index)] !== after);
  }
}

const sortKeyOf = (index: ItemRange['index']) => `${index ?? ''}sk`;

export interface PageQuery {
  readonly list: ListIdentity;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly range: ItemRange;
}

export type PageRequest = Pick<PageQuery, 'limit' | 'cursor'>;

export interface StoredPage<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * Lambda returns at most 6 MB, in which the JSON of the page is escaped once more. A page ends early, with a cursor,
 * before that limit, but never before its first entry.
 */
const maxPageBytes = 4 * 1024 * 1024;

/**
 * One page of a list. Its cursor is the sort key of the last entry, so entries that are created or removed between two
 * pages neither repeat nor hide others.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryPage<T>(
  table: Table,
  { list, limit, cursor, range }: PageQuery,
  read: (item: Item) => T,
): Promise<StoredPage<T>> {
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const start = { after, pageSize: limit + (after === undefined ? 1 : 2) };
  const data: T[] = [];
  let position = '';
  let bytes = 0;
  for await (const item of queryItems(table, range, start)) {
    const entry = read(item);
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    if (data.length === limit || (data.length > 0 && bytes > maxPageBytes)) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
    data.push(entry);
    position = String(item[sortKeyOf(range.index)]);
  }
  return { data, nextCursor: null };
}

interface MergedRange extends Omit<ItemRange, 'pk' | 'prefix'> {
  /** Partitions over which the items of one list are spread. */
  readonly pks: readonly string[];
}

/**
 * The items of several partitions in the order of their sort keys, as if they were one, fetched as they are consumed.
 *
 * @param start.after starts after this sort key, of any partition
 * @param start.pageSize items requested at a time from each partition
 */
export async function* mergedItems(
  table: Table,
  { pks, ...range }: MergedRange,
  start: { readonly after?: string | undefined; readonly pageSize?: number } = {},
): AsyncGenerator<Item> {
  const sortKey = `${range.index ?? ''}sk`;
  const isBefore = (one: Item, other: Item) => {
    const [a, b] = [String(one[sortKey]), String(other[sortKey])];
    return range.newestFirst ? a > b : a < b;
  };
  const sources = pks.map((pk) => queryItems(table, { ...range, pk }, start));
  const nexts = await Promise.all(sources.map((source) => source.next()));
  try {
    for (;;) {
      let first = -1;
      for (const [n, next] of nexts.entries()) {
        const best = nexts[first];
        if (!next.done && (best === undefined || best.done || isBefore(next.value, best.value))) first = n;
      }
      const [found, source] = [nexts[first], sources[first]];
      if (found === undefined || found.done || source === undefined) return;
      yield found.value;
      nexts[first] = await source.next();
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)));
  }
}
