import type { ApiInput } from '#web/api/api.ts';
import type { ClaimLane } from '../lane/lanes.ts';

/** What a person entered to search for claims. It names patients, so it stays in memory: never in the address or a store. */
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

/** The search of the API. A day of receipt is that of this device, from its beginning to its end. */
export function searchOf(criteria: Criteria, sort: SearchSort): ApiInput<'POST /api/claims/search'> {
  const text = (name: keyof ApiInput<'POST /api/claims/search'>, value: string) =>
    value.trim() === '' ? {} : { [name]: value.trim() };
  const { amountFrom: from, amountTo: to, receivedFrom, receivedTo, lane } = criteria;
  return {
    ...text('patient_control_number', criteria.number),
    ...text('last_name', criteria.lastName),
    ...text('first_name', criteria.firstName),
    ...text('member_id', criteria.memberId),
    ...text('payer_id', criteria.payerId),
    ...text('billing_npi', criteria.npi),
    ...text('service_from', criteria.serviceFrom),
    ...text('service_to', criteria.serviceTo),
    ...(from !== undefined && { amount_from: from }),
    ...(to !== undefined && { amount_to: to }),
    ...(receivedFrom !== '' && { received_from: new Date(`${receivedFrom}T00:00:00`).toISOString() }),
    ...(receivedTo !== '' && { received_to: new Date(`${receivedTo}T23:59:59.999`).toISOString() }),
    ...(lane !== '' && { lanes: [lane] }),
    sort,
  };
}
