import type { ProfessionalClaim } from '../837p/model/claim.ts';
import type { ClaimStatusRequest, ClaimStatusResponse } from './model.ts';

/** A request or a claim that a status may be about. */
export interface StatusCandidate {
  /** TRN02 of the request. */
  readonly trace?: string | undefined;
  readonly payerClaimControlNumber?: string | undefined;
  /** CLM01 of the 837. */
  readonly patientControlNumber?: string | undefined;
  /** Charge in cents. */
  readonly charge?: number | undefined;
  readonly serviceDate?: string | undefined;
  readonly serviceDateEnd?: string | undefined;
}

/** The number that found a candidate. */
export type StatusKey = 'trace' | 'payerClaimControlNumber' | 'patientControlNumber';

/**
 * Why a match is ambiguous: several candidates have the number; another number of the status names other candidates; or
 * charge or service dates of the only candidate differ.
 */
export type StatusDoubt = 'several' | 'numbers_disagree' | 'charge_or_date_differs';

/** The outcome for one status. */
export type StatusMatch<Candidate> =
  | { readonly outcome: 'matched'; readonly by: StatusKey; readonly candidate: Candidate }
  | {
      readonly outcome: 'ambiguous';
      readonly by: StatusKey;
      readonly doubt: StatusDoubt;
      readonly candidates: readonly Candidate[];
    }
  | { readonly outcome: 'unmatched' };

/** The parts of a status that the matcher compares. */
export type MatchedStatus = Pick<
  ClaimStatusResponse,
  'trace' | 'numbers' | 'charge' | 'serviceDate' | 'serviceDateEnd'
>;

/** Returns the candidate of a 276. */
export function candidateOfRequest(request: ClaimStatusRequest): StatusCandidate {
  const { trace, charge, serviceDate, serviceDateEnd, numbers } = request;
  const { payerClaimControlNumber, patientControlNumber } = numbers;
  return { trace, payerClaimControlNumber, patientControlNumber, charge, serviceDate, serviceDateEnd };
}

/**
 * Returns the candidate of an 837P claim: CLM01, CLM02 and the dates of its lines. The payer's number of the claim is in a
 * 277CA (REF*1K) or 835 (CLP07); add it as `payerClaimControlNumber`.
 */
export function candidateOfClaim(claim: ProfessionalClaim): StatusCandidate {
  const { patientControlNumber, totalCharge: charge, lines } = claim;
  const days = lines.flatMap((line) => [line.serviceDate, line.serviceDateEnd ?? line.serviceDate]);
  const known = days.filter((day) => day !== undefined && day !== '').sort();
  return { patientControlNumber, charge, serviceDate: known[0], serviceDateEnd: known.at(-1) };
}

/**
 * Returns a function that finds the candidate of a status. The trace (TRN02) decides first, then the payer claim control
 * number (REF*1K), then the patient control number (REF*EJ or REF*D9) with charge and service dates. Candidates are indexed
 * once; the function is pure. A status that may be about several candidates is ambiguous and never matched by chance.
 */
export function claimStatusMatcher<Candidate extends StatusCandidate>(
  candidates: Iterable<Candidate>,
): (status: MatchedStatus) => StatusMatch<Candidate> {
  const all = [...candidates];
  const indexes = keys.map((key) => ({ key, find: indexBy(all, key) }));
  return (status) => {
    const found = indexes
      .map(({ key, find }) => ({ key, candidates: numbersOf(status, key).flatMap(find) }))
      .filter((one) => one.candidates.length > 0);
    return decide(status, found);
  };
}

interface Found<Candidate> {
  readonly key: StatusKey;
  readonly candidates: readonly Candidate[];
}

const keys: readonly StatusKey[] = ['trace', 'payerClaimControlNumber', 'patientControlNumber'];

function decide<Candidate extends StatusCandidate>(
  status: MatchedStatus,
  found: readonly Found<Candidate>[],
): StatusMatch<Candidate> {
  const [first, ...others] = found;
  if (first === undefined) return { outcome: 'unmatched' };
  const by = first.key;
  const ambiguous = (doubt: StatusDoubt, of: readonly Candidate[]): StatusMatch<Candidate> => {
    return { outcome: 'ambiguous', by, doubt, candidates: [...new Set(of)] };
  };
  let left = [...new Set(first.candidates)];
  for (const { candidates } of others) {
    const both = left.filter((one) => candidates.includes(one));
    if (both.length === 0) return ambiguous('numbers_disagree', [...left, ...candidates]);
    left = both;
  }
  const agreeing = left.filter((one) => agrees(status, one));
  const [only] = left.length > 1 ? agreeing : left;
  if (only === undefined) return ambiguous('several', left);
  if (left.length > 1 && agreeing.length > 1) return ambiguous('several', agreeing);
  // Trace and payer number name one claim. A patient control number may be used again for another visit.
  if (by === 'patientControlNumber' && agreeing.length === 0)
    return ambiguous('charge_or_date_differs', left);
  return { outcome: 'matched', by, candidate: only };
}

function numbersOf({ trace, numbers }: MatchedStatus, key: StatusKey): string[] {
  const { payerClaimControlNumber, patientControlNumber, clearinghouseNumber } = numbers;
  const values = {
    trace: [trace],
    payerClaimControlNumber: [payerClaimControlNumber],
    patientControlNumber: [patientControlNumber, clearinghouseNumber],
  };
  return values[key].filter((value) => value !== undefined);
}

/** Compares numbers without surrounding blanks. Without an equal number, letters of the other case are equal. */
function indexBy<Candidate extends StatusCandidate>(
  candidates: readonly Candidate[],
  key: StatusKey,
): (number: string) => readonly Candidate[] {
  const index = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const folded = (candidate[key] ?? '').trim().toLowerCase();
    if (folded === '') continue;
    const known = index.get(folded);
    if (known === undefined) index.set(folded, [candidate]);
    else known.push(candidate);
  }
  return (number) => {
    const folded = index.get(number.trim().toLowerCase()) ?? [];
    const equal = folded.filter((one) => one[key]?.trim() === number.trim());
    return equal.length > 0 ? equal : folded;
  };
}

/** True when charge and service dates are equal or unknown; periods that share a day are equal. */
function agrees(status: MatchedStatus, candidate: StatusCandidate): boolean {
  const { charge, serviceDate, serviceDateEnd = serviceDate } = status;
  const isSameCharge = charge === undefined || candidate.charge === undefined || charge === candidate.charge;
  if (serviceDate === undefined || candidate.serviceDate === undefined) return isSameCharge;
  const last = candidate.serviceDateEnd ?? candidate.serviceDate;
  return isSameCharge && serviceDate <= last && candidate.serviceDate <= (serviceDateEnd ?? serviceDate);
}
