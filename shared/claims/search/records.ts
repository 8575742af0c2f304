import type { Claim } from '#claims/claims/claim.ts';
import { allLaneFigures, claimKey, payerReceiptPartition } from '#claims/claims/claim-keys.ts';
import { type ClaimListQuery, queryClaims } from '#claims/claims/claim-list-records.ts';
import { findClaims } from '#claims/claims/records.ts';
import { readClaimMonths } from '#claims/claims/stored-claim-records.ts';
import { findSubmission, findSubmittedClaims } from '#claims/clearhouse/records.ts';
import { findFile } from '#claims/files/records.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { allItems, getItems, inRange, queryOnce } from '#store/dynamodb/items.ts';
import type { StoredPage } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { compareTexts, matches, type SearchCriteria, type SearchOrder } from './criteria.ts';
import type { ReadSearchKey } from './search-key-store.ts';
import {
  collect,
  type EntryFilter,
  type EntryRange,
  entryFilter,
  type FoundClaim,
  foundClaim,
  placingFields,
  rangesOfOrder,
  termsOf,
} from './term-records.ts';

/** Where the claims of a search come from: all at once, or along the order. */
type Sources = (
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

async function findSources(table: Table, readKey: ReadSearchKey, query: SourceQuery): Promise<Sources> {
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

export interface ClaimSearch {
  readonly criteria: SearchCriteria;
  readonly order: SearchOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Claims that one request reads to check them, which bounds its time when the lane of most does not match. */
const maxChecked = 200;
/** Claims that are read together. */
const checkedAtOnce = 100;
/** Stretches of a walk in one request: some thousand entries. */
const maxStretches = 3;

/**
 * A page of the claims that fulfill the criteria. Collects the claims of a selective term and sorts them; without one it walks
 * along the order. A page may therefore be short and still have a next one. Each claim is read and checked before it
 * is returned. The cursor is the position of a claim, so claims that come and go between two pages neither repeat nor hide
 * others.
 *
 * @throws ApiError invalid_cursor
 */
export async function searchClaims(
  table: Table,
  readKey: ReadSearchKey,
  { criteria, order, limit, cursor }: ClaimSearch,
): Promise<StoredPage<Claim>> {
  const list = ['claims search', JSON.stringify([criteria, order])];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const sources = await findSources(table, readKey, { criteria, order, limit, after });
  const page = new Page(table, sources, criteria, limit);
  let stretches = 0;
  let examined = after;
  for await (const { found, examinedTo } of stretchesOf(sources, order, after)) {
    const position = await page.take(found, examinedTo === undefined);
    if (position !== undefined) return { data: page.claims, nextCursor: encodeCursor(list, position) };
    if (examinedTo === undefined) break;
    examined = examinedTo;
    if (++stretches === maxStretches) return { data: page.claims, nextCursor: encodeCursor(list, examined) };
  }
  return { data: page.claims, nextCursor: null };
}

async function* stretchesOf(
  sources: Sources,
  { descending }: SearchOrder,
  after: string | undefined,
): AsyncGenerator<Stretch> {
  if (sources.kind === 'walk') {
    yield* sources.stretches;
    return;
  }
  const sign = descending ? -1 : 1;
  const unique = new Map(sources.found.map((one) => [one.id, one]));
  const found = [...unique.values()]
    .filter(({ position }) => after === undefined || compareTexts(position, after) * sign > 0)
    .sort((a, b) => compareTexts(a.position, b.position) * sign);
  yield { found, examinedTo: undefined };
}

class Page {
  readonly claims: Claim[] = [];
  readonly #table: Table;
  readonly #submitted: ReadonlySet<string> | undefined;
  readonly #criteria: SearchCriteria;
  readonly #limit: number;
  #checked = 0;

  constructor(table: Table, { submitted }: Sources, criteria: SearchCriteria, limit: number) {
    this.#table = table;
    this.#submitted = submitted;
    this.#criteria = criteria;
    this.#limit = limit;
  }

  /** Adds the claims that match. Returns the position of the last one examined if the page ends there and others follow. */
  async take(found: readonly FoundClaim[], isFinal: boolean): Promise<string | undefined> {
    const wanted = found.filter(({ id }) => this.#submitted?.has(id) ?? true);
    const positionAt = (index: number) =>
      isFinal && index === wanted.length - 1 ? undefined : wanted[index]?.position;
    for (let start = 0; start < wanted.length; ) {
      const count = Math.min(checkedAtOnce, Math.max(this.#limit - this.claims.length, 20));
      const some = wanted.slice(start, start + count);
      const claims = await findClaims(
        this.#table,
        some.map(({ id }) => id),
      );
      const byId = new Map(claims.map((claim) => [claim.id, claim]));
      for (const [n, { id }] of some.entries()) {
        const claim = byId.get(id);
        if (claim !== undefined && matches(claim, this.#criteria, this.#submitted)) this.claims.push(claim);
        if (this.claims.length === this.#limit) return positionAt(start + n);
      }
      start += some.length;
      this.#checked += some.length;
      if (this.#checked >= maxChecked) return positionAt(start - 1);
    }
    return undefined;
  }
}

/** Claims that may match, in order, and the position up to which every entry is examined; undefined at the end. */
interface Stretch {
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
async function* walk(table: Table, { ranges, filter, ...how }: Walk): AsyncGenerator<Stretch> {
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

/**
 * A page of the list of claims, newest first. The search index answers filters by service and provider, which no other index has.
 *
 * @param providers limits the list to these billing providers
 * @throws ApiError invalid_cursor
 */
export async function readListedClaims(
  table: Table,
  query: ClaimListQuery,
  providers: readonly string[] | undefined,
): Promise<StoredPage<Claim>> {
  const { lane, patient_control_number, billing_npi, limit, cursor, ...criteria } = query;
  const hasFilter = [providers, query.service_from, query.service_to].some((value) => value !== undefined);
  const isIndexed = lane === undefined && patient_control_number === undefined && hasFilter;
  if (!isIndexed) return queryClaims(table, query, providers);
  return searchClaims(table, withoutNames, {
    criteria: { ...criteria, billing_npis: providers },
    order: { by: 'received_at', descending: true },
    limit,
    cursor,
  });
}

/** The list has no filters by name or member id. */
const withoutNames = () => Promise.reject(new Error('A list of claims has no criteria that need the key'));
