import { maxTransactionEntries } from '#audit/append/transaction.ts';
import { auditIndexes, auditIndexKeys } from '#claims/audit/index-fields.ts';
import { type Item, queryOnce } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { entrySortKey, idOfKey } from './audit-keys.ts';

interface Filter {
  readonly field: keyof typeof auditIndexes;
  readonly value: string;
}

interface IdQuery {
  /** At least one. */
  readonly filters: readonly Filter[];
  /** Ids that match the filter by entity, beside those in its index. */
  readonly listed: readonly number[];
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
  { filters, listed, low, high, limit }: IdQuery,
): Promise<{ readonly ids: readonly number[]; readonly restBelow: number | undefined }> {
  let queries = 0;
  const listWalker = walkerOf(listed.filter((id) => id >= low));
  const walkers = filters.map((filter) => {
    const walker = indexWalker(table, chain, filter, low, () => queries++);
    return filter.field === 'entity_id' ? greaterOf(walker, listWalker) : walker;
  });
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

/** Finds the greatest id up to `sought`; undefined without one. Values of `sought` must decrease. */
type Walker = (sought: number) => Promise<number | undefined>;

/** Walks these ids. */
function walkerOf(ids: readonly number[]): Walker {
  const down = ids.toSorted((a, b) => b - a);
  return async (sought) => down.find((id) => id <= sought);
}

const greaterOf =
  (one: Walker, other: Walker): Walker =>
  async (sought) => {
    const found = [await one(sought), await other(sought)].filter((id) => id !== undefined);
    return found.length === 0 ? undefined : Math.max(...found);
  };

/** Walks an index. */
function indexWalker(table: Table, chain: string, filter: Filter, low: number, onQuery: () => void): Walker {
  let known: readonly number[] = [];
  /** Below this id the index has not been read. */
  let readDownTo = Number.MAX_SAFE_INTEGER;
  return async (sought) => {
    for (;;) {
      const found = known.findIndex((id) => id <= sought);
      if (found >= 0) {
        known = known.slice(found);
        return known[0];
      }
      if (sought < low || readDownTo < low) return undefined;
      onQuery();
      const page = await queryIndex(table, chain, filter, { low, high: sought, readDownTo });
      known = page.ids;
      readDownTo = page.readDownTo;
    }
  };
}

interface Span {
  readonly low: number;
  readonly high: number;
  readonly readDownTo: number;
}

async function queryIndex(
  table: Table,
  chain: string,
  { field, value }: Filter,
  { low, high, readDownTo }: Span,
): Promise<{ readonly ids: readonly number[]; readonly readDownTo: number }> {
  const [partition, sort] = auditIndexKeys[field];
  // A run that ends above `high` may begin below it.
  const reach = sort === 'run_end' ? maxTransactionEntries : 0;
  const { Items = [], LastEvaluatedKey } = await queryOnce(table, {
    IndexName: auditIndexes[field],
    KeyConditionExpression: '#field = :value AND #sort BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#field': partition, '#sort': sort },
    ExpressionAttributeValues: {
      ':value': value,
      ':low': entrySortKey(low),
      ':high': entrySortKey(Math.min(high + reach, readDownTo)),
    },
    ScanIndexForward: false,
    Limit: keysAtATime,
  });
  const ids = Items.flatMap((item) => idsOf(chain, item, sort)).filter((id) => id >= low && id <= high);
  const last = LastEvaluatedKey && idsOf(chain, LastEvaluatedKey, sort).at(-1);
  if (LastEvaluatedKey === undefined) return { ids, readDownTo: low - 1 };
  // Keys of another chain say only where their run ends, which is above everything that is not read yet.
  return { ids, readDownTo: last ?? Number(LastEvaluatedKey[sort]) };
}

/** Ids of an index entry from the last one down: one id, or those of a run. None for an entry of another chain. */
function idsOf(chain: string, item: Item, sort: 'sk' | 'run_end'): readonly number[] {
  const first = idOfKey(chain, item);
  if (first === undefined) return [];
  const last = sort === 'sk' ? first : Number(item[sort]);
  // Verification finds a run that is longer than a transaction.
  const count = Math.min(maxTransactionEntries, last - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, n) => last - n);
}
