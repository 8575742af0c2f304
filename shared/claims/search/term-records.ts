import type { Claim } from '#claims/claims/claim.ts';
import { idOfClaimKey, lanePartitions } from '#claims/claims/claim-keys.ts';
import { type IndexName, type Item, inRange, queryOnce } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import {
  positionOf,
  type SearchCriteria,
  type SearchOrder,
  type SortField,
  sortableAmount,
} from './criteria.ts';
import { memberHash, placeOfBeginning, type SearchKey } from './keyed-hashes.ts';
import { daysOfSpan, foldedPcn, type ServiceSpan } from './search-entries.ts';
import {
  amountPartition,
  memberPartition,
  namePartition,
  pcnPartition,
  receivedPartitions,
  searchShards,
  servicePartition,
} from './search-entry-records.ts';

/** The part of a query that leaves out entries of claims that cannot match, before they are sent. */
export interface EntryFilter {
  readonly FilterExpression?: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

type Condition = readonly [field: string, write: (name: string, value: string) => string, value: unknown];

const atLeast = (name: string, value: string) => `${name} >= ${value}`;
const atMost = (name: string, value: string) => `${name} <= ${value}`;
const equal = (name: string, value: string) => `${name} = ${value}`;
const beginning = (name: string, value: string) => `begins_with(${name}, ${value})`;

/** Conditions on the fields that entries repeat. Lanes, names and submissions are not among them. */
export function entryFilter(criteria: SearchCriteria): EntryFilter {
  const { pcn, billing_npis } = criteria;
  const conditions: Condition[] = [
    ['pcn', beginning, pcn === undefined ? undefined : foldedPcn(pcn)],
    ['payer_id', equal, criteria.payer_id],
    ['file_id', equal, criteria.file_id],
    ['total_charge', atLeast, criteria.amount_from],
    ['total_charge', atMost, criteria.amount_to],
    ['received_at', atLeast, criteria.received_from],
    ['received_at', atMost, criteria.received_to],
    ['service_to', atLeast, criteria.service_from],
    ['service_from', atMost, criteria.service_to],
  ];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const parts = conditions
    .filter(([, , value]) => value !== undefined)
    .map(([field, write, value], n) => {
      names[`#f${field}`] = field;
      values[`:f${n}`] = value;
      return write(`#f${field}`, `:f${n}`);
    });
  if (billing_npis !== undefined) {
    names['#fnpi'] = 'billing_npi';
    const listed = billing_npis.map((npi, n) => {
      values[`:npi${n}`] = npi;
      return `:npi${n}`;
    });
    parts.push(`#fnpi IN (${listed.join(', ')})`);
  }
  return { ...(parts.length > 0 && { FilterExpression: parts.join(' AND ') }), names, values };
}

/** Entries of one partition between two sort keys, both included. */
export interface EntryRange {
  readonly pk: string;
  readonly index: IndexName | undefined;
  readonly low: string;
  readonly high: string;
}

/** A way to all claims that match, through few entries. */
export interface Term {
  readonly ranges: readonly EntryRange[];
  readonly filter: EntryFilter;
}

/** Sort before and after every character of a sort key. */
const [first, last] = [' ', '~'];

/**
 * The terms of a search, those that usually have the fewest claims first. A term that is the order of the result is left
 * out, because a walk along the order reads no more.
 */
export function termsOf(
  criteria: SearchCriteria,
  { by }: SearchOrder,
  read: { readonly key: SearchKey | undefined; readonly isFewInLanes: boolean },
): readonly Term[] {
  const { member_id, name, pcn, file_id, lanes = [], amount_from, amount_to } = criteria;
  const { key } = read;
  const shards = searchShards(criteria.billing_npis);
  const filter = entryFilter(criteria);
  const terms: Term[] = [];
  const add = (ranges: readonly EntryRange[], own = filter) => terms.push({ ranges, filter: own });
  if (member_id !== undefined && key !== undefined) {
    add([whole(memberPartition(memberHash(key, member_id)), 'gsi3')]);
  }
  if (name !== undefined && key !== undefined) {
    const place = placeOfBeginning(key, name);
    const prefix = place.path;
    add([{ pk: namePartition(place), index: undefined, low: prefix + first, high: prefix + last }]);
  }
  if (pcn !== undefined) {
    const prefix = foldedPcn(pcn);
    // A number is always followed by the id of its claim.
    add(
      shards.map((shard) => ({ pk: pcnPartition(shard), index: 'gsi3', low: prefix, high: prefix + last })),
    );
  }
  if (read.isFewInLanes) {
    // Claims have neither the folded number nor the id of their file at hand; their last check compares both.
    const ofClaims = entryFilter({ ...criteria, pcn: undefined, file_id: undefined });
    add(
      lanes.flatMap(lanePartitions).map((pk) => whole(pk, 'gsi1')),
      ofClaims,
    );
  }
  if (file_id !== undefined && by !== 'received_at') add(receivedRanges(criteria));
  if ((amount_from !== undefined || amount_to !== undefined) && by !== 'total_charge') {
    add(amountRanges(criteria));
  }
  const hasService = criteria.service_from !== undefined || criteria.service_to !== undefined;
  if (hasService && by !== 'service_from') add(serviceRanges(criteria));
  return terms;
}

const whole = (pk: string, index: EntryRange['index']): EntryRange => ({ pk, index, low: first, high: last });

/** The entries in the order of the result, within the bounds that the criteria set for it. */
export function rangesOfOrder(criteria: SearchCriteria, { by }: SearchOrder): readonly EntryRange[] {
  if (by === 'total_charge') return amountRanges(criteria);
  return by === 'service_from' ? serviceRanges(criteria) : receivedRanges(criteria);
}

const receivedRanges = ({ billing_npis, received_from, received_to }: SearchCriteria): EntryRange[] =>
  receivedPartitions(billing_npis).map((pk) => ({
    pk,
    index: 'gsi2',
    low: received_from ?? first,
    high: `${received_to ?? ''}${last}`,
  }));

const amountRanges = ({ billing_npis, amount_from, amount_to }: SearchCriteria): EntryRange[] =>
  searchShards(billing_npis).map((shard) => ({
    pk: amountPartition(shard),
    index: 'gsi2',
    low: amount_from === undefined ? first : sortableAmount(amount_from),
    high: `${amount_to === undefined ? '' : sortableAmount(amount_to)}${last}`,
  }));

/** A claim of several days may begin before the period that it overlaps. */
function serviceRanges({ billing_npis, service_from, service_to }: SearchCriteria): EntryRange[] {
  const high = `${service_to ?? ''}${last}`;
  const lowest: Readonly<Record<ServiceSpan, string>> = {
    day: service_from ?? first,
    month: service_from === undefined ? first : daysBefore(service_from, daysOfSpan.month),
    long: first,
  };
  return searchShards(billing_npis).flatMap((shard) =>
    (['day', 'month', 'long'] as const).map(
      (span): EntryRange => ({ pk: servicePartition(span, shard), index: 'gsi1', low: lowest[span], high }),
    ),
  );
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Entries that one query of a term may examine. With more, a walk along the order finds a page sooner. */
const maxPerRange = 400;

/**
 * All claims of a term that pass its filter, in no order. Examines the first range alone, because the shards of a term with
 * too many entries are alike.
 *
 * @returns undefined for a term with too many entries
 */
export async function collect(
  table: Table,
  { ranges: [first, ...others], filter }: Term,
  { by }: SearchOrder,
): Promise<readonly FoundClaim[] | undefined> {
  if (first === undefined) return [];
  const isWhole = ({ LastEvaluatedKey }: Awaited<ReturnType<typeof examine>>) =>
    LastEvaluatedKey === undefined;
  const probe = await examine(table, first, filter);
  if (!isWhole(probe)) return undefined;
  const pages = await Promise.all(others.map((range) => examine(table, range, filter)));
  if (!pages.every(isWhole)) return undefined;
  return [probe, ...pages].flatMap(({ Items = [] }) => Items.map((item) => foundClaim(item, by)));
}

async function examine(table: Table, { low, high, pk, index }: EntryRange, filter: EntryFilter) {
  if (low > high) return { Items: [], LastEvaluatedKey: undefined };
  const { ExpressionAttributeValues: bounds, ...query } = inRange(
    { pk, prefix: '' },
    { from: low, to: high },
    index,
  );
  return queryOnce(table, {
    ...query,
    IndexName: index,
    Limit: maxPerRange,
    ...(filter.FilterExpression !== undefined && { FilterExpression: filter.FilterExpression }),
    ProjectionExpression: placingFields.map((_, n) => `#p${n}`).join(', '),
    ExpressionAttributeNames: {
      ...filter.names,
      ...Object.fromEntries(placingFields.map((name, n) => [`#p${n}`, name])),
    },
    ExpressionAttributeValues: { ...bounds, ...filter.values },
  });
}

/** A claim that may match, and its place in the order of the result. */
export interface FoundClaim {
  readonly id: string;
  readonly position: string;
}

/** Attributes of an entry, or of a claim itself, that {@link foundClaim} needs. */
export const placingFields = ['claim_id', 'pk', 'received_at', 'service_from', 'total_charge'] as const;

export function foundClaim(entry: Item, by: SortField): FoundClaim {
  const id = String(entry['claim_id'] ?? idOfClaimKey(String(entry['pk'])));
  const service_from = entry['service_from'];
  const placed: Pick<Claim, 'id' | 'received_at' | 'service_from' | 'total_charge'> = {
    id,
    received_at: String(entry['received_at']),
    total_charge: Number(entry['total_charge']),
    ...(service_from !== undefined && { service_from: String(service_from) }),
  };
  return { id, position: positionOf(placed, by) };
}
