import type { Claim } from '#claims/claims/claim.ts';
import { areOneChain } from '#claims/claims/read-chains.ts';
import {
  awaitsDecision,
  type ClaimsByNumber,
  type Criterion,
  isUsableNumber,
  narrowClaims,
  notClosed,
  sameCharge,
  sameDates,
  sameFoldedNumber,
  sameProvider,
  sameText,
} from '#claims/files/claim-lookup.ts';
import type { ClaimNumbers, ClaimStatus } from '#x12/277ca/model.ts';

/** A number of a status that may be the patient control number. */
export interface NumberCandidate {
  readonly key: 'REF*1K' | 'TRN02' | 'REF*EJ' | 'REF*D9';
  readonly number: string;
}

/**
 * The candidates in the order in which they are tried: REF*1K, where the contract has the number; TRN02, where the
 * standard has it; REF*EJ, which carries it in the 276 and 277; REF*D9, the number of the clearinghouse.
 */
export function candidatesOf({ ref_1k, trn02, ref_ej, ref_d9 }: ClaimNumbers): readonly NumberCandidate[] {
  const all = [
    { key: 'REF*1K', number: ref_1k },
    { key: 'TRN02', number: trn02 },
    { key: 'REF*EJ', number: ref_ej },
    { key: 'REF*D9', number: ref_d9 },
  ] as const;
  return all.flatMap(({ key, number }) => (isUsableNumber(number) ? [{ key, number }] : []));
}

/** The facts of a status that decide about its claim. */
export type MatchableStatus = Pick<
  ClaimStatus,
  'numbers' | 'billingProvider' | 'taxId' | 'amount' | 'serviceDate' | 'serviceDateEnd' | 'patient'
>;

/** The claim that a status is about, and how it was found. */
export type StatusMatch =
  | {
      readonly result: 'matched';
      readonly claim: Claim;
      readonly key: NumberCandidate['key'];
      readonly number: string;
      /** Facts that distinguished claims with the same number. */
      readonly narrowed_by: readonly string[];
      /** Facts in which status and claim differ. */
      readonly differs_in: readonly string[];
    }
  | { readonly result: 'ambiguous'; readonly claims: readonly Claim[] }
  | { readonly result: 'unmatched' };

/**
 * Matches by the first number that a known claim has. If two numbers are those of different claims, or nothing
 * distinguishes the claims of one number, the match is ambiguous.
 *
 * @param known claims by each of the candidates' numbers
 * @param isInBatch whether a claim was sent in the batch that the 277CA acknowledges
 */
export function matchStatus(
  status: MatchableStatus,
  known: ClaimsByNumber,
  isInBatch: (claim: Claim) => boolean,
): StatusMatch {
  const matching = candidatesOf(status.numbers).flatMap((candidate) => {
    const claims = known.get(candidate.number) ?? [];
    return claims.length === 0 ? [] : [{ ...candidate, claims: likeliest(claims, candidate.number) }];
  });
  const [first, ...others] = matching;
  if (first === undefined) return { result: 'unmatched' };
  const common = first.claims.filter(({ id }) =>
    others.every(({ claims }) => claims.some((claim) => claim.id === id)),
  );
  const { claims, by } = narrowClaims(common, criteriaOf(status, isInBatch));
  // Which claim of a chain it is about follows from what is known of them (`claims/answers.ts`).
  const claim = areOneChain(claims) ? claims.at(-1) : undefined;
  if (claim === undefined) {
    const all = matching.flatMap((candidate) => candidate.claims);
    return { result: 'ambiguous', claims: [...new Map(all.map((one) => [one.id, one])).values()] };
  }
  const { key, number } = first;
  const differs_in = differences(status, claim);
  return { result: 'matched', claim, key, number, narrowed_by: by, differs_in };
}

function likeliest(claims: readonly Claim[], number: string): readonly Claim[] {
  return narrowClaims(claims, [sameText(number), sameFoldedNumber(number)]).claims;
}

function criteriaOf(
  { billingProvider, taxId, amount, serviceDate, serviceDateEnd }: MatchableStatus,
  isInBatch: (claim: Claim) => boolean,
): readonly Criterion[] {
  return [
    sameProvider(billingProvider?.idQualifier === 'XX' ? billingProvider.id : undefined, taxId),
    { name: 'batch', holds: isInBatch },
    notClosed,
    sameCharge(amount),
    sameDates(serviceDate, serviceDateEnd),
    awaitsDecision,
  ];
}

/** Facts in which status and claim differ. They do not prevent the match, but a person should see them. */
function differences(
  { billingProvider, amount, serviceDate, patient }: MatchableStatus,
  claim: Claim,
): string[] {
  const differing = [
    billingProvider?.idQualifier === 'XX' && billingProvider.id !== claim.billing_npi && 'provider',
    amount !== undefined && amount !== claim.total_charge && 'amount',
    isOutside(serviceDate, claim) && 'service_date',
    isUsableNumber(patient?.id) &&
      claim.member_id !== undefined &&
      patient.id !== claim.member_id &&
      'member',
  ];
  return differing.filter((name) => name !== false);
}

function isOutside(day: string | undefined, { service_from, service_to = service_from }: Claim): boolean {
  if (day === undefined || service_from === undefined || service_to === undefined) return false;
  return day < service_from || day > service_to;
}
