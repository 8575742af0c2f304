import type { ValidInput } from '#contract/endpoint.ts';
import type { Claim } from '../claims/claim.ts';
import type { ClaimLane } from '../claims/lifecycle.ts';
import type { searchClaims } from './contract.ts';
import { nameStartsWith, sameMember, searchedBeginning } from './keyed-hashes.ts';
import { foldedPcn, nameOf } from './search-entries.ts';

/** What a claim must fulfill. Amounts are integer cents, bounds are inclusive. */
export interface SearchCriteria {
  /** Beginning of the patient control number, ignoring letter case and leading zeros. */
  readonly pcn?: string | undefined;
  /** Beginning of the name of patient or subscriber, as `searchedBeginning` returns it. */
  readonly name?: string | undefined;
  readonly member_id?: string | undefined;
  readonly amount_from?: number | undefined;
  readonly amount_to?: number | undefined;
  readonly file_id?: string | undefined;
  readonly submission_id?: string | undefined;
  readonly billing_npis?: readonly string[] | undefined;
  readonly payer_id?: string | undefined;
  readonly lanes?: readonly ClaimLane[] | undefined;
  readonly received_from?: string | undefined;
  readonly received_to?: string | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
}

export const sortFields = ['received_at', 'service_from', 'total_charge'] as const;
export type SortField = (typeof sortFields)[number];

export interface SearchOrder {
  readonly by: SortField;
  readonly descending: boolean;
}

/** Orders as the API names them; a leading `-` is descending. */
export const searchOrders = [
  '-received_at',
  'received_at',
  '-service_from',
  'service_from',
  '-total_charge',
  'total_charge',
] as const;

export function orderOf(name: (typeof searchOrders)[number]): SearchOrder {
  const field = name.replace('-', '');
  return {
    by: sortFields.find((one) => one === field) ?? 'received_at',
    descending: name.startsWith('-'),
  };
}

/** Digits of an amount in a position: cents up to 2^53. */
const amountDigits = 16;

/** An amount as text that sorts like the amount. Negative amounts, which only faulty claims have, sort as zero. */
export const sortableAmount = (cents: number): string =>
  String(Math.max(0, cents)).padStart(amountDigits, '0');

/**
 * The place of a claim in an order: a text that is unique and does not change while the claim waits for its page. Claims
 * without a day of service come before all others in an order by service.
 */
export function positionOf(
  claim: Pick<Claim, 'id' | 'received_at' | 'service_from' | 'total_charge'>,
  by: SortField,
): string {
  const { id, received_at, service_from = '', total_charge } = claim;
  const received = `${received_at}#${id}`;
  if (by === 'service_from') return `${service_from || noDay}#${received}`;
  return by === 'total_charge' ? `${sortableAmount(total_charge)}#${received}` : received;
}

/** Sorts before every day. */
export const noDay = '0000-00-00';

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Whether a claim fulfills the criteria.
 *
 * @param submitted ids of the claims of `submission_id`
 */
export function matches(claim: Claim, criteria: SearchCriteria, submitted?: ReadonlySet<string>): boolean {
  const { pcn, name, member_id, billing_npis, payer_id, lanes, file_id } = criteria;
  return (
    (pcn === undefined || foldedPcn(claim.patient_control_number).startsWith(foldedPcn(pcn))) &&
    (member_id === undefined || (!!claim.member_id && sameMember(claim.member_id, member_id))) &&
    (name === undefined || hasName(claim, name)) &&
    (billing_npis === undefined || billing_npis.includes(claim.billing_npi)) &&
    (payer_id === undefined || claim.payer_id === payer_id) &&
    (lanes === undefined || lanes.includes(claim.lane)) &&
    (file_id === undefined || (claim.source.kind === 'file' && claim.source.file_id === file_id)) &&
    (submitted === undefined || submitted.has(claim.id)) &&
    within(claim.total_charge, criteria.amount_from, criteria.amount_to) &&
    within(claim.received_at, criteria.received_from, criteria.received_to) &&
    within(claim.service_to ?? '', criteria.service_from, undefined) &&
    within(claim.service_from ?? '~', undefined, criteria.service_to)
  );
}

const hasName = ({ patient_name, member_name }: Claim, beginning: string): boolean =>
  [patient_name, member_name].some((shown) => {
    const name = nameOf(shown);
    return name !== undefined && nameStartsWith(name, beginning);
  });

const within = <T extends string | number>(value: T, from: T | undefined, to: T | undefined): boolean =>
  (from === undefined || value >= from) && (to === undefined || value <= to);

/** Body of a search request. */
type SearchRequest = ValidInput<typeof searchClaims>['body'];

/** The criteria and the order of a request. Amounts of the request are decimal. */
export function searchOf(request: SearchRequest): {
  readonly criteria: SearchCriteria;
  readonly order: SearchOrder;
  readonly limit: number;
  readonly cursor: string | undefined;
} {
  const { patient_control_number, last_name, first_name, billing_npi, sort, limit, cursor, ...rest } =
    request;
  const { amount, amount_from = amount, amount_to = amount, ...criteria } = rest;
  return {
    criteria: {
      ...criteria,
      pcn: patient_control_number,
      name: last_name === undefined ? undefined : searchedBeginning({ last: last_name, first: first_name }),
      amount_from: centsOf(amount_from),
      amount_to: centsOf(amount_to),
      billing_npis: billing_npi === undefined ? undefined : [billing_npi],
    },
    order: orderOf(sort),
    limit,
    cursor,
  };
}

const centsOf = (amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : Math.round(amount * 100);
