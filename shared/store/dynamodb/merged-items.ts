import type { Item } from './items.ts';
import { type ItemRange, queryItems } from './query-page.ts';
import type { Table } from './table.ts';

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
