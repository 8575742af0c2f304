import { compareTexts, type SearchCriteria, type SearchOrder } from '#claims/search/criteria.ts';
import { allItems, getItems } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { readClaimMonths } from '../claims/claim-months.ts';
import { findFile } from '../files/files.ts';
import { allLaneFigures, claimKey, payerReceiptPartition } from '../keys/claim-keys.ts';
import { findSubmission, findSubmittedClaims } from '../submissions/submissions.ts';
import { entryFilter } from './entry-filter.ts';
import { type FoundClaim, foundClaim, placingFields } from './found-claim.ts';
import type { ReadSearchKey } from './search-key.ts';
import { collect, rangesOfOrder, termsOf } from './terms.ts';
import { type Stretch, walk } from './walk.ts';

/** Where the claims of a search come from: all at once, or along the order. */
export type Sources = (
  | { readonly kind: 'all'; readonly found: readonly FoundClaim[] }
  | { readonly kind: 'walk'; readonly stretches: AsyncIterable<Stretch> }
) & {
  /** Claims of the submission, if the search names one. */
  readonly submitted?: ReadonlySet<string> | undefined;
};

interface SourceQuery {
  readonly criteria: SearchCriteria;
  readonly order: SearchOrder;
  readonly limit: number;
  readonly after: string | undefined;
}

/** Terms that are tried before the walk. */
const maxTerms = 2;
/** Claims of a submission that are read at once. */
const maxSubmitted = 1000;
/** Claims in lanes that are collected at once; each is a whole claim. */
const maxInLanes = 500;
/** Months of a payer that are examined together. */
const monthsAtOnce = 4;

const nothing: Sources = { kind: 'all', found: [] };

export async function findSources(
  table: Table,
  readKey: ReadSearchKey,
  query: SourceQuery,
): Promise<Sources> {
  const { order } = query;
  if (query.criteria.billing_npis?.length === 0) return nothing;
  const criteria = await withinFile(table, query.criteria);
  if (criteria === undefined) return nothing;
  const { submission_id, member_id, name } = criteria;
  let submitted: ReadonlySet<string> | undefined;
  if (submission_id !== undefined) {
    const [submission, claims] = await Promise.all([
      findSubmission(table, submission_id),
      findSubmittedClaims(table, submission_id),
    ]);
    if (submission === undefined) return nothing;
    submitted = new Set(claims.map(({ claim_id }) => claim_id));
    if (submitted.size <= maxSubmitted) {
      return { kind: 'all', found: await placed(table, [...submitted], order), submitted };
    }
  }
  const key = member_id === undefined && name === undefined ? undefined : await readKey();
  const terms = termsOf(criteria, order, { key, isFewInLanes: await isFewInLanes(table, criteria) });
  for (const term of terms.slice(0, maxTerms)) {
    const found = await collect(table, term, order);
    if (found !== undefined) return { kind: 'all', found, submitted };
  }
  return { kind: 'walk', stretches: alongOrder(table, { ...query, criteria }), submitted };
}

/** Bounds the receipt of the claims by the time in which their file was read. Undefined for an unknown file. */
async function withinFile(table: Table, criteria: SearchCriteria): Promise<SearchCriteria | undefined> {
  const { file_id, received_from = '', received_to = '~' } = criteria;
  if (file_id === undefined) return criteria;
  const file = await findFile(table, file_id);
  if (file === undefined) return undefined;
  const { received_at, finished_at = '~' } = file;
  const from = later(received_from, received_at);
  const to = earlier(received_to, finished_at);
  return { ...criteria, received_from: from, received_to: to === '~' ? undefined : to };
}

const later = (one: string, other: string): string => (compareTexts(one, other) > 0 ? one : other);
const earlier = (one: string, other: string): string => (compareTexts(one, other) < 0 ? one : other);

async function placed(table: Table, ids: readonly string[], { by }: SearchOrder) {
  const items = await getItems(table, ids.map(claimKey), placingFields);
  return items.map((item) => foundClaim(item, by));
}

async function isFewInLanes(table: Table, { lanes, pcn, member_id, name }: SearchCriteria): Promise<boolean> {
  const isSelective = [pcn, member_id, name].some((term) => term !== undefined);
  if (lanes === undefined || isSelective) return false;
  const figures = await allItems(table, allLaneFigures);
  const counts = figures.filter(({ sk }) => lanes.some((lane) => lane === sk));
  return counts.reduce((sum, { count }) => sum + Number(count), 0) <= maxInLanes;
}

async function* alongOrder(table: Table, query: SourceQuery): AsyncGenerator<Stretch> {
  const { criteria, order, limit, after } = query;
  const { descending } = order;
  const how = { descending, after, firstCount: Math.min(400, Math.max(50, limit * 2)) };
  if (!isOfPayerOnly(criteria, order)) {
    yield* walk(table, { ...how, ranges: rangesOfOrder(criteria, order), filter: entryFilter(criteria) });
    return;
  }
  const filter = entryFilter({ billing_npis: criteria.billing_npis });
  const groups = await payerRanges(table, query);
  for (const [n, ranges] of groups.entries()) {
    for await (const stretch of walk(table, { ...how, ranges, filter })) {
      // The end of a group is not the end of the walk.
      const isEnd = stretch.examinedTo === undefined && n < groups.length - 1;
      yield isEnd ? { ...stretch, examinedTo: edgeOf(ranges, descending) } : stretch;
    }
  }
}

const edgeOf = (ranges: Awaited<ReturnType<typeof payerRanges>>[number], descending: boolean): string =>
  (descending ? ranges.at(-1)?.low : ranges.at(-1)?.high) ?? '';

/** Whether the records by payer, which have only payer, provider and time, answer the search. */
const isOfPayerOnly = (criteria: SearchCriteria, { by }: SearchOrder): boolean => {
  const { payer_id, billing_npis, lanes, received_from, received_to, ...others } = criteria;
  const hasOthers = Object.values(others).some((value) => value !== undefined);
  return by === 'received_at' && payer_id !== undefined && !hasOthers;
};

/** The records of a payer by month, in the order of the walk, some months at a time. */
async function payerRanges(table: Table, { criteria, order, after }: SourceQuery) {
  const { payer_id = '', received_from = ' ', received_to = '' } = criteria;
  const isAhead = (month: string) =>
    after === undefined || (order.descending ? month <= after.slice(0, 7) : month >= after.slice(0, 7));
  const months = (await readClaimMonths(table)).filter(
    (month) =>
      month >= received_from.slice(0, 7) &&
      (received_to === '' || month <= received_to.slice(0, 7)) &&
      isAhead(month),
  );
  const ordered = order.descending ? months : months.toReversed();
  const ranges = ordered.map((month) => ({
    pk: payerReceiptPartition(payer_id, month),
    index: 'gsi1' as const,
    low: later(received_from, month),
    high: received_to !== '' && received_to < `${month}~` ? `${received_to}~` : `${month}~`,
  }));
  return Array.from({ length: Math.ceil(ranges.length / monthsAtOnce) }, (_, n) =>
    ranges.slice(n * monthsAtOnce, (n + 1) * monthsAtOnce),
  );
}
