import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ItemKey, KeyPrefix } from '../commerce/commerce-keys.ts';
import { statusIndex } from '../commerce/commerce-keys.ts';
import { decodeCursor, encodeCursor, type ListIdentity } from './cursor.ts';
import { type Item, inRange } from './items.ts';
import { send, type Table } from './table.ts';

/** Which page of which list. */
export interface PageQuery {
  readonly list: ListIdentity;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Part of the partition, and bounds of what follows the prefix in the sort key. */
  readonly part: KeyPrefix;
  /** Continues the list: a part with the same kind of sort keys, all of which follow those of `part`. */
  readonly continuation?: KeyPrefix;
  readonly from?: string;
  readonly to?: string;
  readonly newestFirst: boolean;
  /** Where the list is in the index: the base table's key of the entry at a position. */
  readonly baseKey?: (position: string) => ItemKey;
}

export interface StoredPage<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * Lambda answers at most 6 MB, in which the JSON of the page is a text in JSON: its quotes and backslashes are escaped
 * once more. A page ends early, with a cursor, before that could come near; a page never ends before its first entry.
 */
const maximumPageBytes = 4 * 1024 * 1024;

/**
 * One page of a list. Its cursor is the sort key of the last entry, so that entries made or removed in between
 * neither repeat nor hide others.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryPage<T>(
  table: Table,
  query: PageQuery,
  read: (item: Item) => T,
): Promise<StoredPage<T>> {
  const position = query.cursor === undefined ? undefined : decodeCursor(query.list, query.cursor);
  const page: { entry: T; position: string }[] = [];
  let bytes = 0;
  for await (const item of itemsFrom(table, query, position)) {
    const entry = read(item);
    const size = Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    if (page.length === query.limit || (page.length > 0 && bytes + size > maximumPageBytes)) {
      return pageOf(query, page, true);
    }
    page.push({ entry, position: String(item[query.baseKey ? 'gsi1sk' : 'sk']) });
    bytes += size;
  }
  return pageOf(query, page, false);
}

function pageOf<T>(
  { list }: PageQuery,
  page: readonly { readonly entry: T; readonly position: string }[],
  hasMore: boolean,
): StoredPage<T> {
  const last = page.at(-1);
  return {
    data: page.map(({ entry }) => entry),
    nextCursor: hasMore && last ? encodeCursor(list, last.position) : null,
  };
}

/** Items after the position, fetched as they are asked for. */
async function* itemsFrom(
  table: Table,
  query: PageQuery,
  position: string | undefined,
): AsyncGenerator<Item> {
  yield* itemsOf(table, query, position);
  if (query.continuation) yield* itemsOf(table, { ...query, part: query.continuation }, position);
}

async function* itemsOf(table: Table, query: PageQuery, position: string | undefined): AsyncGenerator<Item> {
  const { part, baseKey, limit, newestFirst } = query;
  // DynamoDB refuses a range whose ends are the wrong way round; nothing lies in it.
  if (query.from !== undefined && query.to !== undefined && query.from > query.to) return;
  const range = {
    ...(query.from === undefined ? {} : { from: query.from }),
    ...(query.to === undefined ? {} : { to: query.to }),
  };
  const condition = inRange(part, range, baseKey ? 'gsi1' : '');
  let start: Record<string, unknown> | undefined =
    position === undefined ? undefined : startKey(part, position, baseKey);
  do {
    const { Items, LastEvaluatedKey } = await send(
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          ...condition,
          ...(baseKey ? { IndexName: statusIndex } : { ConsistentRead: true }),
          ScanIndexForward: !newestFirst,
          Limit: limit + 1,
          ExclusiveStartKey: start,
        }),
      ),
    );
    yield* Items ?? [];
    start = LastEvaluatedKey;
  } while (start);
}

const startKey = (part: KeyPrefix, position: string, baseKey: PageQuery['baseKey']) =>
  baseKey ? { ...baseKey(position), gsi1pk: part.pk, gsi1sk: position } : { pk: part.pk, sk: position };
