import { createHash } from 'node:crypto';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { BillingProvider } from '#x12/837p/model/party.ts';
import type { HoldingLane } from '../configuration/known-payers.ts';
import type { Claim, ClaimSource, Duplicate, FindingCounts } from './claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange } from './claim-change.ts';
import { firstLane } from './lifecycle.ts';

export interface NewClaimFacts {
  readonly id: string;
  readonly now: Date;
  readonly source: ClaimSource;
  readonly findings: FindingCounts;
  /** Lane in which its findings keep it; undefined if it may be sent. */
  readonly heldIn: HoldingLane | undefined;
  readonly duplicates: readonly Duplicate[];
  /** Claim that it corrects, voids or replaces, if Granary has that claim. */
  readonly corrects?: string | undefined;
}

export function newClaim(claim: ProfessionalClaim, facts: NewClaimFacts): Claim {
  const { billingProvider, subscriber, patient, references } = claim;
  const at = facts.now.toISOString();
  const hash = contentHash(claim);
  return {
    id: facts.id,
    version: 1,
    patient_control_number: claim.patientControlNumber,
    payer_id: subscriber.payer?.id ?? '',
    ...defined('payer_name', subscriber.payer?.lastName),
    billing_npi: npiOf(billingProvider),
    ...defined('tax_id', billingProvider.taxId),
    ...defined('member_id', subscriber.id),
    ...defined('patient_name', nameOf(patient ?? subscriber)),
    ...defined('member_name', patient && nameOf(subscriber)),
    frequency: claim.frequency ?? '',
    ...defined('place_of_service', claim.placeOfService),
    total_charge: claim.totalCharge ?? 0,
    line_count: claim.lines.length,
    ...levelOf(subscriber.payerSequence),
    ...(claim.lines.length > 0 && { procedures: claim.lines.map(({ procedure }) => procedure.code) }),
    ...servicePeriod(claim),
    ...defined('original_claim_number', references?.originalClaimNumber),
    ...defined('content_hash', hash),
    lane: firstLane({ heldIn: facts.heldIn, isDuplicate: facts.duplicates.length > 0 }),
    lane_since: at,
    received_at: at,
    updated_at: at,
    source: facts.source,
    duplicates: facts.duplicates,
    conflicts: [],
    finding_counts: facts.findings,
    ...defined('corrects', facts.corrects),
  };
}

/** 2000B SBR01: S secondary, T tertiary and further payers. */
function levelOf(sequence: string | undefined): Pick<Claim, 'payer_level'> {
  if (sequence === undefined || sequence === '' || sequence === 'P') return {};
  return { payer_level: sequence === 'S' ? 2 : 3 };
}

/** Notes a correction or void on its original, which stays in its lane until the payer responds. */
export function markCorrected(original: Claim, claim: Claim, facts: ChangeFacts): ClaimChange {
  const isVoid = claim.frequency === '8';
  return amendClaim(
    original,
    isVoid ? 'claim.voided' : 'claim.corrected',
    { ...facts, payload: { by: claim.id } },
    isVoid ? { voided_by: claim.id } : { corrected_by: claim.id },
  );
}

/** NM109 if NM108 is XX (NPI), else empty. */
export const npiOf = ({ idQualifier, id }: BillingProvider): string =>
  idQualifier === 'XX' ? (id ?? '') : '';

const nameOf = ({ lastName, firstName }: { lastName?: string | undefined; firstName?: string | undefined }) =>
  shownName(lastName, firstName);

/** A name as claims show it: `LAST, FIRST`. */
const shownName = (last: string | undefined, first: string | undefined): string | undefined =>
  [last, first].filter((part) => part).join(', ') || undefined;

/** First and last day of service of all lines. */
function servicePeriod({ lines }: ProfessionalClaim): Pick<Claim, 'service_from' | 'service_to'> {
  let from: string | undefined;
  let to: string | undefined;
  for (const { serviceDate, serviceDateEnd = serviceDate } of lines) {
    if (serviceDate && (from === undefined || serviceDate < from)) from = serviceDate;
    if (serviceDateEnd && (to === undefined || serviceDateEnd > to)) to = serviceDateEnd;
  }
  return { ...defined('service_from', from), ...defined('service_to', to) };
}

/** The field if it has a value other than the empty text. */
function defined<K extends string>(name: K, value: string | undefined): { readonly [P in K]?: string } {
  return value === undefined || value === '' ? {} : ({ [name]: value } as { readonly [P in K]?: string });
}

/**
 * Hash (128 bits of SHA-256) of what a claim bills: provider, member, patient, and the dates, procedure, modifiers and charge of each line. Two
 * original claims with one hash bill the same services twice, even under different numbers.
 *
 * @returns undefined for a correction or void, and for a claim without provider, member or a date of service
 */
export function contentHash(claim: ProfessionalClaim): string | undefined {
  const { billingProvider, subscriber, patient, frequency, lines } = claim;
  const provider = billingProvider.id ?? billingProvider.taxId;
  if (frequency !== '1' || provider === undefined || subscriber.id === undefined) return undefined;
  if (lines.length === 0 || lines.some(({ serviceDate }) => serviceDate === undefined)) return undefined;
  const person = patient ?? subscriber;
  const services = lines
    .map(({ serviceDate, serviceDateEnd, procedure, charge }) =>
      [serviceDate, serviceDateEnd ?? serviceDate, procedure.code, ...procedure.modifiers, charge].join('|'),
    )
    .sort();
  const parts = [
    provider,
    subscriber.id,
    person.lastName ?? '',
    person.firstName ?? '',
    person.birthDate ?? '',
    ...services,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url');
}
