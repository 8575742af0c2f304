import { compareTexts } from '#claims/search/criteria.ts';
import { inRange, queryOnce } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import type { EntryFilter } from './entry-filter.ts';
import type { FoundClaim } from './found-claim.ts';
import type { EntryRange } from './terms.ts';

/** Claims that may match, in order, and the position up to which every entry is examined; undefined at the end. */
export interface Stretch {
  readonly found: readonly FoundClaim[];
  readonly examinedTo: string | undefined;
}

interface Walk {
  /** Ranges whose entries are merged by their sort keys, which are positions of the order. */
  readonly ranges: readonly EntryRange[];
  readonly filter: EntryFilter;
  readonly descending: boolean;
  /** Starts after this position. */
  readonly after: string | undefined;
  /** Entries that the first query of each range examines. */
  readonly firstCount: number;
}

/** Each further query of a range examines three times as many entries, up to this number. */
const maxCount = 500;

/** Examines the ranges together, in stretches. */
export async function* walk(table: Table, { ranges, filter, ...how }: Walk): AsyncGenerator<Stretch> {
  const { descending } = how;
  let { after } = how;
  let unfinished = ranges;
  for (let count = how.firstCount; ; count = Math.min(maxCount, 3 * count)) {
    const pages = await Promise.all(
      unfinished.map((range) => page(table, range, { filter, descending, after, count })),
    );
    const ends = pages.flatMap(({ end }) => end ?? []);
    // Up to here no range has entries that were not examined.
    const examinedTo = ends.toSorted(compareTexts).at(descending ? -1 : 0);
    const isExamined = ({ position }: FoundClaim) =>
      examinedTo === undefined || (descending ? position >= examinedTo : position <= examinedTo);
    const found = pages
      .flatMap((one) => one.found)
      .filter(isExamined)
      .sort((a, b) => compareTexts(a.position, b.position) * (descending ? -1 : 1));
    yield { found, examinedTo };
    if (examinedTo === undefined) return;
    // A range without further entries may still have found some beyond the stretch.
    unfinished = unfinished.filter((_, n) => {
      const { end, found: own = [] } = pages[n] ?? {};
      return end !== undefined || own.some((one) => !isExamined(one));
    });
    after = examinedTo;
  }
}

interface PageOfRange {
  readonly filter: EntryFilter;
  readonly descending: boolean;
  readonly after: string | undefined;
  readonly count: number;
}

async function page(table: Table, { pk, index, ...range }: EntryRange, options: PageOfRange) {
  const { filter, descending, after, count } = options;
  let { low, high } = range;
  if (after !== undefined && descending && after < high) high = after;
  if (after !== undefined && !descending && after > low) low = after;
  if (low > high) return { found: [], end: undefined };
  const sortKey = `${index ?? ''}sk`;
  const { ExpressionAttributeValues: bounds, ...query } = inRange(
    { pk, prefix: '' },
    { from: low, to: high },
    index,
  );
  const { Items = [], LastEvaluatedKey } = await queryOnce(table, {
    ...query,
    IndexName: index,
    ScanIndexForward: !descending,
    Limit: count,
    ...(filter.FilterExpression !== undefined && { FilterExpression: filter.FilterExpression }),
    ProjectionExpression: '#pid, #psk',
    ExpressionAttributeNames: { ...filter.names, '#pid': 'claim_id', '#psk': sortKey },
    ExpressionAttributeValues: { ...bounds, ...filter.values },
  });
  const found = Items.map((item) => ({ id: String(item['claim_id']), position: String(item[sortKey]) }));
  const end = LastEvaluatedKey?.[sortKey];
  return {
    found: found.filter(({ position }) => position !== after),
    end: end === undefined ? undefined : String(end),
  };
}
