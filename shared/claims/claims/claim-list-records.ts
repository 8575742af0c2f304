import { receivedPartitions } from '#claims/search/search-entry-records.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { timeBounds, timeKey } from '#store/claims/key-parts.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import type { Item } from '#store/dynamodb/items.ts';
import { mergedItems, queryPages, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Claim } from './claim.ts';
import { lanePartitions, payerReceiptPartition } from './claim-keys.ts';
import type { listClaims } from './contract.ts';
import type { ClaimLane } from './lifecycle.ts';
import { findClaims, findClaimsByPcn } from './records.ts';
import { claimFrom, readClaimMonths } from './stored-claim-records.ts';

/** Bounds are inclusive. */
export type ClaimListQuery = ValidInput<typeof listClaims>['query'];

/** Claims that one request examines for filters without an index. */
const maxExamined = 2000;
const pageSize = 100;
/** The same, of each partition of a lane or of the claims by receipt. */
const lanePageSize = 40;
const receivedPageSize = 60;

/**
 * Lists claims, newest first: by `lane_since` for a lane, otherwise by receipt. Reads the narrowest index and filters its
 * claims, so a page may be short and still have a next one.
 *
 * @throws ApiError invalid_cursor
 */
export async function queryClaims(
  table: Table,
  query: ClaimListQuery,
  providers?: readonly string[],
): Promise<StoredPage<Claim>> {
  const { limit, cursor, ...filters } = query;
  const isVisible = ({ billing_npi }: Claim) => providers?.includes(billing_npi) ?? true;
  const list = [
    'claims',
    ...(providers ?? []),
    ...Object.keys(filters)
      .sort()
      .map((name) => `${name}=${filters[name as keyof typeof filters] ?? ''}`),
  ];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const found: Claim[] = [];
  let examined = 0;
  for await (const { position, claim } of candidates(table, query, after)) {
    examined++;
    if (claim !== undefined && isVisible(claim) && fits(claim, filters)) found.push(claim);
    if (found.length === limit || examined === maxExamined) {
      return { data: found, nextCursor: encodeCursor(list, position) };
    }
  }
  return { data: found, nextCursor: null };
}

interface Candidate {
  readonly position: string;
  readonly claim: Claim | undefined;
}

function candidates(
  table: Table,
  query: ClaimListQuery,
  after: string | undefined,
): AsyncGenerator<Candidate> {
  const { lane, payer_id, patient_control_number } = query;
  if (patient_control_number !== undefined) return byNumber(table, patient_control_number, after);
  if (lane !== undefined) return byLane(table, lane, after);
  return payer_id === undefined ? byReceipt(table, query, after) : ofPayer(table, payer_id, query, after);
}

async function* byNumber(table: Table, number: string, after: string | undefined): AsyncGenerator<Candidate> {
  const claims = await findClaimsByPcn(table, number);
  const placed = claims.map((claim) => ({ position: timeKey(claim.received_at, claim.id), claim }));
  for (const candidate of placed.toSorted((a, b) => (a.position < b.position ? 1 : -1))) {
    if (after === undefined || candidate.position < after) yield candidate;
  }
}

async function* byLane(table: Table, lane: ClaimLane, after: string | undefined): AsyncGenerator<Candidate> {
  const range = { index: 'gsi1', pks: lanePartitions(lane), newestFirst: true } as const;
  for await (const item of mergedItems(table, range, { after, pageSize: lanePageSize })) {
    yield { position: String(item['gsi1sk']), claim: claimFrom(item) };
  }
}

/** The claims of all payers. */
async function* byReceipt(
  table: Table,
  { limit, billing_npi, service_from, service_to, received_from, received_to }: ClaimListQuery,
  after: string | undefined,
): AsyncGenerator<Candidate> {
  // Without these filters each claim of the index is listed.
  const isFiltered = [billing_npi, service_from, service_to].some((filter) => filter !== undefined);
  const size = isFiltered ? pageSize : Math.min(limit, pageSize);
  const pks = receivedPartitions(billing_npi === undefined ? undefined : [billing_npi]);
  const range = { index: 'gsi2', pks, ...timeBounds(received_from, received_to), newestFirst: true } as const;
  let page: Item[] = [];
  for await (const item of mergedItems(table, range, { after, pageSize: receivedPageSize })) {
    page.push(item);
    if (page.length < size) continue;
    yield* withClaims(table, page, range.index, billing_npi);
    page = [];
  }
  yield* withClaims(table, page, range.index, billing_npi);
}

/** Lists month by month. A position begins with the month, because sort keys begin with the time of receipt. */
async function* ofPayer(
  table: Table,
  payerId: string,
  query: ClaimListQuery,
  after: string | undefined,
): AsyncGenerator<Candidate> {
  const { received_from, received_to } = query;
  const months = (await readClaimMonths(table)).filter(
    (month) =>
      (received_from === undefined || month >= received_from.slice(0, month.length)) &&
      (received_to === undefined || month <= received_to.slice(0, month.length)) &&
      (after === undefined || month <= after.slice(0, month.length)),
  );
  for (const month of months) {
    const pk = payerReceiptPartition(payerId, month);
    const bounds = timeBounds(received_from, received_to);
    const range = { index: 'gsi1', pk, ...bounds, newestFirst: true } as const;
    const start = { after: after?.startsWith(month) ? after : undefined, pageSize };
    for await (const items of queryPages(table, range, start))
      yield* withClaims(table, items, range.index, query.billing_npi);
  }
}

/** Reads the claims of index items, strongly consistent. */
async function* withClaims(
  table: Table,
  items: readonly Item[],
  index: 'gsi1' | 'gsi2',
  npi: string | undefined,
): AsyncGenerator<Candidate> {
  const wanted = items.filter((item) => npi === undefined || item['billing_npi'] === npi);
  const found = await findClaims(
    table,
    wanted.map((item) => String(item['claim_id'])),
  );
  const claims = new Map(found.map((claim) => [claim.id, claim]));
  for (const item of items) {
    yield { position: String(item[`${index}sk`]), claim: claims.get(String(item['claim_id'])) };
  }
}

type Filters = Omit<ClaimListQuery, 'limit' | 'cursor'>;

function fits(claim: Claim, filters: Filters): boolean {
  const { lane, payer_id, billing_npi, patient_control_number } = filters;
  const { received_from, received_to, service_from, service_to } = filters;
  return (
    (lane === undefined || claim.lane === lane) &&
    (payer_id === undefined || claim.payer_id === payer_id) &&
    (billing_npi === undefined || claim.billing_npi === billing_npi) &&
    (patient_control_number === undefined || claim.patient_control_number === patient_control_number) &&
    (received_from === undefined || claim.received_at >= received_from) &&
    (received_to === undefined || claim.received_at <= received_to) &&
    (service_from === undefined || (claim.service_to ?? '') >= service_from) &&
    (service_to === undefined || (claim.service_from ?? '~') <= service_to)
  );
}

/**
 * All claims, page by page, in no order; each page is strongly consistent.
 *
 * @param until only claims received before
 */
export async function* walkClaims(table: Table, until = '~'): AsyncGenerator<readonly Claim[]> {
  for (const pk of receivedPartitions(undefined)) {
    for await (const items of queryPages(table, { index: 'gsi2', pk, to: until }, { pageSize: 400 })) {
      yield await findClaims(
        table,
        items.map((item) => String(item['claim_id'])),
      );
    }
  }
}
