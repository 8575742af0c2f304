import type { ApiInput } from '#web/api/api.ts';
import { onSignOut } from '#web/session/start-session.ts';
import { type ClaimLane, searchedLanes } from '../lane/lanes.ts';

/** What a person entered to search for claims. */
export interface Criteria {
  readonly number: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly memberId: string;
  readonly payerId: string;
  readonly npi: string;
  readonly amountFrom: number | undefined;
  readonly amountTo: number | undefined;
  readonly serviceFrom: string;
  readonly serviceTo: string;
  readonly receivedFrom: string;
  readonly receivedTo: string;
  readonly lane: ClaimLane | '';
}

/** The order of the results. */
export type SearchSort = NonNullable<ApiInput<'POST /api/claims/search'>['sort']>;

/** Nothing entered. */
export const noCriteria: Criteria = {
  number: '',
  lastName: '',
  firstName: '',
  memberId: '',
  payerId: '',
  npi: '',
  amountFrom: undefined,
  amountTo: undefined,
  serviceFrom: '',
  serviceTo: '',
  receivedFrom: '',
  receivedTo: '',
  lane: '',
};

/** Whether anything was entered. */
export const isGiven = (criteria: Criteria): boolean =>
  Object.values(criteria).some((value) => value !== '' && value !== undefined);

/** These name a patient, so they stay in memory: never in an address, which browsers and servers store. */
const naming = ['number', 'lastName', 'firstName', 'memberId'] as const;
const texts = ['payerId', 'npi', 'serviceFrom', 'serviceTo', 'receivedFrom', 'receivedTo'] as const;
const amounts = ['amountFrom', 'amountTo'] as const;

type Names = Pick<Criteria, (typeof naming)[number]>;

const namesOfSearches = new Map<string, Names>();
onSignOut(() => namesOfSearches.clear());

/** The query string of a search. It names what cannot be in it by a number that means something in this tab only. */
export function addressOfSearch(criteria: Criteria, sort: SearchSort): string {
  const query = new URLSearchParams();
  const add = (name: string, text: string) => {
    if (text.trim() !== '') query.set(name, text.trim());
  };
  if (naming.some((name) => criteria[name].trim() !== '')) {
    const key = crypto.randomUUID().slice(0, 8);
    const { number, lastName, firstName, memberId } = criteria;
    namesOfSearches.set(key, { number, lastName, firstName, memberId });
    query.set('names', key);
  }
  for (const name of texts) add(name, criteria[name]);
  for (const name of amounts) add(name, String(criteria[name] ?? ''));
  add('lane', criteria.lane);
  if (sort !== '-received_at') query.set('sort', sort);
  return String(query);
}

/** The search of a query string. It is incomplete if its names are gone, as after a reload. */
export function searchIn(query: URLSearchParams): {
  readonly criteria: Criteria;
  readonly isIncomplete: boolean;
} {
  const key = query.get('names');
  const names = key === null ? undefined : namesOfSearches.get(key);
  const amount = (name: string) => {
    const value = Number(query.get(name) ?? '');
    return query.get(name) && Number.isFinite(value) ? value : undefined;
  };
  return {
    isIncomplete: key !== null && names === undefined,
    criteria: {
      ...noCriteria,
      ...names,
      ...Object.fromEntries(texts.map((name) => [name, query.get(name) ?? ''])),
      amountFrom: amount('amountFrom'),
      amountTo: amount('amountTo'),
      lane: searchedLanes.find((lane) => lane === query.get('lane')) ?? '',
    },
  };
}

/** The order of the results that a query string names. */
export const sortIn = (query: URLSearchParams): SearchSort =>
  sorts.find((sort) => sort === query.get('sort')) ?? '-received_at';

const sorts: readonly SearchSort[] = [
  'received_at',
  '-received_at',
  'service_from',
  '-service_from',
  'total_charge',
  '-total_charge',
];
