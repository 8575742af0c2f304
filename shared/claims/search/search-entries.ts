import { foldedNumber } from '../claims/batch.ts';
import type { Claim } from '../claims/claim.ts';
import {
  isSameName,
  memberHash,
  type NamePlace,
  type PersonName,
  placeOfName,
  type SearchKey,
} from './keyed-hashes.ts';

/** Fields of a claim that its entries repeat, so that filters need not read the claim. None is a name or member id. */
export interface SearchedFields {
  readonly claim_id: string;
  /** Folded as {@link foldedPcn}. */
  readonly pcn: string;
  readonly payer_id: string;
  readonly billing_npi: string;
  readonly received_at: string;
  readonly service_from?: string;
  readonly service_to?: string;
  /** Cents. */
  readonly total_charge: number;
  readonly file_id?: string;
}

/** Days between the first and the last service, by which claims of several days are found without reading all claims. */
export type ServiceSpan = 'day' | 'month' | 'long';

/** The terms by which a claim is found. */
export interface SearchEntries {
  readonly fields: SearchedFields;
  readonly span: ServiceSpan;
  readonly member?: string;
  readonly patient?: NamePlace;
  /** Name of the subscriber, if another person with another name is the patient. */
  readonly subscriber?: NamePlace;
}

const maxPcnLength = 100;

/** A patient control number, or the beginning of one, in the form that is compared. */
export const foldedPcn = (number: string): string =>
  foldedNumber(number)
    .replace(/[^ -}]/g, '?')
    .slice(0, maxPcnLength);

export function searchEntries(claim: Claim, key: SearchKey): SearchEntries {
  const patient = nameOf(claim.patient_name);
  const subscriber = nameOf(claim.member_name);
  return {
    fields: searchedFields(claim),
    span: spanOf(claim),
    ...(claim.member_id && { member: memberHash(key, claim.member_id) }),
    ...(patient && { patient: placeOfName(key, patient) }),
    ...(subscriber && !isSameName(patient, subscriber) && { subscriber: placeOfName(key, subscriber) }),
  };
}

/** Whether both versions of a claim have the same fields in their entries. */
export const hasSameFields = (one: Claim, other: Claim): boolean =>
  JSON.stringify(searchedFields(one)) === JSON.stringify(searchedFields(other));

/** Whether both versions of a claim have the same entries. */
export const hasSameEntries = (one: Claim, other: Claim): boolean =>
  JSON.stringify(termsOf(one)) === JSON.stringify(termsOf(other));

const termsOf = (claim: Claim) => [
  searchedFields(claim),
  claim.member_id,
  claim.patient_name,
  claim.member_name,
];

export function searchedFields(claim: Claim): SearchedFields {
  const { service_from, service_to, source } = claim;
  return {
    claim_id: claim.id,
    pcn: foldedPcn(claim.patient_control_number),
    payer_id: claim.payer_id,
    billing_npi: claim.billing_npi,
    received_at: claim.received_at,
    ...(service_from !== undefined && { service_from }),
    ...(service_to !== undefined && { service_to }),
    total_charge: claim.total_charge,
    ...(source.kind === 'file' && { file_id: source.file_id }),
  };
}

/** Maximum days of the span `month`. */
export const daysOfSpan = { day: 0, month: 31 } as const;

function spanOf({ service_from = '', service_to = service_from }: Claim): ServiceSpan {
  if (service_to <= service_from) return 'day';
  const days = (Date.parse(service_to) - Date.parse(service_from)) / 86_400_000;
  return days <= daysOfSpan.month ? 'month' : 'long';
}

/** The parts of a name as a claim shows it, `LAST, FIRST`. */
export function nameOf(shown: string | undefined): PersonName | undefined {
  if (shown === undefined) return undefined;
  const comma = shown.indexOf(', ');
  return comma < 0 ? { last: shown } : { last: shown.slice(0, comma), first: shown.slice(comma + 2) };
}
