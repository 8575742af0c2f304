import { foldedNumber, type SetClaim } from '#claims/claims/batch.ts';
import type {
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from '#x12/999/functional-group-response.ts';
import { acknowledgmentCode } from '#x12/codes/acknowledgment.ts';
import { codeOrMask } from '../files/response-json.ts';
import {
  codeWithText,
  elementErrors,
  groupErrors,
  missingSegmentCodes,
  segmentErrors,
  setErrors,
  verdictOf,
} from './acknowledgment-codes.ts';

export interface BatchSet {
  /** ST02. */
  readonly set: string;
  readonly claims: readonly SetClaim[];
}

export interface ClaimVerdict {
  readonly claim_id: string;
  readonly patient_control_number: string;
  /** ST02. */
  readonly set: string;
  /** `unknown` needs a person's decision. */
  readonly verdict: 'accepted' | 'rejected' | 'unknown';
  /** Whether the claim itself has the error, or only its set or group. */
  readonly role?: 'cause' | 'collateral';
  /** Errors of the claim, its set and its group. Codes and positions only. */
  readonly errors: readonly string[];
}

/** A contradiction in an acknowledgment, or between it and its batch. */
export interface AcknowledgmentFinding {
  readonly code: string;
  readonly message: string;
}

export interface BatchVerdicts {
  readonly claims: readonly ClaimVerdict[];
  readonly findings: readonly AcknowledgmentFinding[];
}

/** Findings stored with an acknowledgment, in its item. */
const maxFindings = 200;

/**
 * Returns the verdict of a 999 on each claim of its batch. A rejected group or set (AK901, IK501) rejects all its claims:
 * claims with an error are the cause, the others can be sent again unchanged.
 */
export function verdictsOnBatch(group: FunctionalGroupResponse, sets: readonly BatchSet[]): BatchVerdicts {
  const findings = countFindings(group, sets);
  const responseTo = responsesByNumber(group.sets);
  const claims = sets.flatMap((set) => {
    const response = responseTo(set.set);
    const { verdict, finding } = setVerdict(group, response, set.set);
    if (finding !== undefined) findings.push(finding);
    return claimVerdicts(group, response, set, verdict);
  });
  return { claims, findings: findings.slice(0, maxFindings) };
}

/**
 * Finds the response to a set by its control number as text, else without leading zeros, which some receivers drop. Of
 * several with one number, the first that rejects counts, else the first.
 */
function responsesByNumber(
  responses: readonly TransactionSetResponse[],
): (set: string) => TransactionSetResponse | undefined {
  const rejecting = responses.filter(({ code }) => isRejection(code));
  const backwards = [...responses.toReversed(), ...rejecting.toReversed()];
  const exact = new Map(backwards.map((response) => [response.controlNumber, response]));
  const folded = new Map(backwards.map((response) => [foldedNumber(response.controlNumber), response]));
  return (set) => exact.get(set) ?? folded.get(foldedNumber(set));
}

interface SetVerdict {
  readonly verdict: ClaimVerdict['verdict'];
  readonly finding?: AcknowledgmentFinding;
}

function setVerdict(
  group: FunctionalGroupResponse,
  response: TransactionSetResponse | undefined,
  set: string,
): SetVerdict {
  const ofGroup = verdictOf(group.code);
  const ofSet = response === undefined || response.code === '' ? undefined : verdictOf(response.code);
  const isUnclear = ofSet === 'unknown' || ofSet === 'partial';
  switch (ofGroup) {
    case 'rejected':
      return ofSet === 'accepted'
        ? { verdict: 'rejected', finding: contradiction(set, 'the group is rejected, the set is accepted') }
        : { verdict: 'rejected' };
    case 'accepted':
      if (isUnclear) return unclear(set);
      return ofSet === 'rejected'
        ? { verdict: 'rejected', finding: contradiction(set, 'the group is accepted, the set is rejected') }
        : { verdict: 'accepted' };
    case 'partial':
      return ofSet === undefined || isUnclear ? unclear(set) : { verdict: ofSet };
    case 'unknown':
      return unclear(set);
  }
}

const contradiction = (set: string, what: string): AcknowledgmentFinding => ({
  code: 'contradiction',
  message: `Set ${set}: ${what}; its claims count as rejected`,
});

const unclear = (set: string): SetVerdict => ({
  verdict: 'unknown',
  finding: { code: 'unclear', message: `Set ${set}: the 999 does not state whether it was accepted` },
});

/** Compares the sets of the 999, and their count in AK902 and AK903, with the sets that were sent. */
function countFindings(group: FunctionalGroupResponse, sets: readonly BatchSet[]): AcknowledgmentFinding[] {
  const findings: AcknowledgmentFinding[] = [];
  const counted = group.received ?? group.included;
  if (counted !== undefined && counted !== sets.length) {
    const message = `The receiver counted ${counted} sets; ${sets.length} were sent`;
    findings.push({ code: 'set_count', message });
  }
  if (group.setsLeftOut !== undefined) {
    const message = `The 999 lists ${group.setsLeftOut} sets more than are read`;
    findings.push({ code: 'too_many_sets', message });
  }
  const sent = new Set(sets.map(({ set }) => foldedNumber(set)));
  for (const { controlNumber } of group.sets) {
    if (findings.length >= maxFindings) break;
    if (sent.has(foldedNumber(controlNumber))) continue;
    findings.push({ code: 'unknown_set', message: `Set ${controlNumber} is not in the batch` });
  }
  return findings;
}

/** Errors stored for one claim. */
const maxErrors = 20;

function claimVerdicts(
  group: FunctionalGroupResponse,
  response: TransactionSetResponse | undefined,
  { set, claims }: BatchSet,
  verdict: ClaimVerdict['verdict'],
): readonly ClaimVerdict[] {
  const claimsOf = errorClaims(claims);
  const ofSet = verdict === 'rejected' ? setReasons(group, response) : [];
  const ofClaim = new Map<string, string[]>();
  for (const error of response?.segments ?? []) {
    const concerned = claimsOf(error);
    if (concerned.length === 0) ofSet.push(errorText(error));
    for (const { claim_id } of concerned) {
      const errors = ofClaim.get(claim_id) ?? [];
      errors.push(errorText(error));
      ofClaim.set(claim_id, errors);
    }
  }
  return claims.map(({ claim_id, patient_control_number }) => {
    const own = ofClaim.get(claim_id) ?? [];
    const role = own.length > 0 ? 'cause' : 'collateral';
    const errors = [...own, ...ofSet].slice(0, maxErrors);
    return {
      claim_id,
      patient_control_number,
      set,
      verdict,
      ...(verdict === 'rejected' && { role }),
      errors,
    };
  });
}

const isRejection = (code: string): boolean => verdictOf(code) === 'rejected';

function setReasons(group: FunctionalGroupResponse, response: TransactionSetResponse | undefined): string[] {
  return [
    ...(isRejection(group.code) ? [`group ${resultText(group.code)}`] : []),
    ...group.errors.map((code) => `group ${codeWithText(groupErrors, codeOrMask(code))}`),
    ...(response !== undefined && isRejection(response.code) ? [`set ${resultText(response.code)}`] : []),
    ...(response?.errors ?? []).map((code) => `set ${codeWithText(setErrors, codeOrMask(code))}`),
  ];
}

/** `R rejected` */
const resultText = (code: string): string => `${code} ${acknowledgmentCode.entries.get(code)?.text}`;

/** `REF at 57 in 2300: 8 segment has element errors (02: 7 invalid code value)`. The bad value is left out: it may be patient data. */
function errorText({ segment, position, loop, code, elements }: SegmentError): string {
  const place = `${codeOrMask(segment)} at ${position}${loop === '' ? '' : ` in ${codeOrMask(loop)}`}`;
  const faults = elements.map(({ element, component, code: fault }) => {
    const number = String(element).padStart(2, '0');
    return `${number}${component === undefined ? '' : `-${component}`}: ${codeWithText(elementErrors, codeOrMask(fault))}`;
  });
  const inside = faults.length === 0 ? '' : ` (${faults.slice(0, 10).join(', ')})`;
  return `${place}: ${codeWithText(segmentErrors, codeOrMask(code))}${inside}`;
}

interface Start {
  readonly at: number;
  readonly isClaim: boolean;
}

/**
 * Returns a function from an error of a 999 to its claims: the claims that CTX names, else the claim at the position of
 * the error, else the claims under the patient, subscriber or billing provider at that position. An error of the whole
 * set has no claims.
 *
 * @param claims of one set, in their order
 */
function errorClaims(claims: readonly SetClaim[]): (error: SegmentError) => readonly SetClaim[] {
  const starts = startsOf(claims);
  return (error) => {
    const inContext = namedBy(error, claims);
    const pointed = pointedAt(error, claims, starts);
    // The position distinguishes claims with the same number.
    const both = inContext.filter((claim) => pointed.includes(claim));
    if (inContext.length > 0) return both.length > 0 ? both : inContext;
    return pointed;
  };
}

function startsOf(claims: readonly SetClaim[]): readonly Start[] {
  const levels = claims.flatMap(({ billing, subscriber, patient }) => [
    billing,
    subscriber,
    patient ?? subscriber,
  ]);
  return [
    ...claims.map(({ at }) => ({ at, isClaim: true })),
    ...[...new Set(levels)].map((at) => ({ at, isClaim: false })),
  ].sort((a, b) => a.at - b.at);
}

function namedBy({ businessUnit }: SegmentError, claims: readonly SetClaim[]): readonly SetClaim[] {
  const numbers = businessUnit.filter(({ name }) => name === 'CLM01').map(({ value }) => value.trim());
  const exact = claims.filter(({ patient_control_number }) => numbers.includes(patient_control_number));
  if (exact.length > 0) return exact;
  const folded = numbers.map(foldedNumber);
  return claims.filter((claim) => folded.includes(foldedNumber(claim.patient_control_number)));
}

function pointedAt(
  error: SegmentError,
  claims: readonly SetClaim[],
  starts: readonly Start[],
): readonly SetClaim[] {
  const position = positionOf(error, starts);
  const start = starts.findLast(({ at }) => at <= position);
  if (start === undefined || error.segment === 'SE') return [];
  if (start.isClaim) return claims.filter(({ at }) => at === start.at);
  return claims.filter(({ billing, subscriber, patient }) =>
    [billing, subscriber, patient].includes(start.at),
  );
}

/** A missing segment is reported at the segment found in its place, which may begin the next claim or level. */
function positionOf({ position, code, segment }: SegmentError, starts: readonly Start[]): number {
  if (!missingSegmentCodes.has(code)) return position;
  const found = starts.find(({ at }) => at === position);
  const isFoundItself = found !== undefined && segment === (found.isClaim ? 'CLM' : 'HL');
  return found === undefined || isFoundItself ? position : position - 1;
}
