import { queryOnce } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { chainKey, entrySortKey, idOfSortKey } from './audit-keys.ts';

interface Filter {
  readonly index: string;
  readonly field: string;
  readonly value: string;
}

interface IdQuery {
  /** At least one. */
  readonly filters: readonly Filter[];
  readonly low: number;
  readonly high: number;
  readonly limit: number;
}

/** Maximum index queries of one request, which bounds its time. */
const maxQueries = 40;

const keysAtATime = 200;

/**
 * Ids of the entries that match all filters, from `high` down to `low`. Walks the indexes of all filters together; each skips
 * to the position of the others, so the rarest filter bounds the reads. `restBelow` is set if ids below it remain, because
 * the page is full or the queries are used up.
 */
export async function matchingIds(
  table: Table,
  chain: string,
  { filters, low, high, limit }: IdQuery,
): Promise<{ readonly ids: readonly number[]; readonly restBelow: number | undefined }> {
  let queries = 0;
  const walkers = filters.map((filter) => indexWalker(table, chain, filter, low, () => queries++));
  const ids: number[] = [];
  let candidate = high;
  while (candidate >= low) {
    if (queries >= maxQueries) return { ids, restBelow: candidate + 1 };
    let agreed = candidate;
    for (const seek of walkers) {
      const found = await seek(agreed);
      if (found === undefined) return { ids, restBelow: undefined };
      agreed = found;
    }
    // An earlier filter may not have the id that a later filter found.
    if (agreed === candidate || walkers.length === 1) {
      if (ids.length === limit) return { ids, restBelow: agreed + 1 };
      ids.push(agreed);
      candidate = agreed - 1;
    } else {
      candidate = agreed;
    }
  }
  return { ids, restBelow: undefined };
}

/** Finds the greatest id in the index up to `sought`. Values of `sought` must decrease. */
function indexWalker(table: Table, chain: string, filter: Filter, low: number, onQuery: () => void) {
  let known: readonly number[] = [];
  /** Below this id the index has not been read. */
  let readDownTo = Number.POSITIVE_INFINITY;
  return async (sought: number): Promise<number | undefined> => {
    for (;;) {
      const found = known.findIndex((id) => id <= sought);
      if (found >= 0) {
        known = known.slice(found);
        return known[0];
      }
      const high = Math.min(sought, readDownTo);
      if (high < low || readDownTo < low) return undefined;
      onQuery();
      const page = await queryIndex(table, chain, filter, low, high);
      known = page.ids;
      readDownTo = page.readDownTo;
    }
  };
}

async function queryIndex(table: Table, chain: string, filter: Filter, low: number, high: number) {
  const { Items = [], LastEvaluatedKey } = await queryOnce(table, {
    IndexName: filter.index,
    KeyConditionExpression: '#field = :value AND sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#field': filter.field },
    ExpressionAttributeValues: {
      ':value': filter.value,
      ':low': entrySortKey(low),
      ':high': entrySortKey(high),
    },
    ScanIndexForward: false,
    Limit: keysAtATime,
  });
  const ids = Items.flatMap(({ pk, sk }) => {
    const id = pk === chainKey(chain) ? idOfSortKey(sk) : undefined;
    return id === undefined ? [] : [id];
  });
  const last = idOfSortKey(LastEvaluatedKey?.['sk']);
  return { ids, readDownTo: last ?? low - 1 };
}
