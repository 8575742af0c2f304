import type { searchClaims } from '#contract/claims/search.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { orderOf, type SearchCriteria, type SearchOrder } from './criteria.ts';
import { searchedBeginning } from './keyed-hashes.ts';

/** Body of a search request. */
export type SearchRequest = ValidInput<typeof searchClaims>['body'];

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
