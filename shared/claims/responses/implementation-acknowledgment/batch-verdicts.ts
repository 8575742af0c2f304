import type {
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from '#x12/999/functional-group-response.ts';
import type { SetClaim } from '../../claim/batch.ts';
import { foldedNumber } from '../../claim/folded-number.ts';
import { codeOrMask } from '../engine/token.ts';
import { codeWithText, groupErrors, segmentErrors, setErrors, verdictOf } from './acknowledgment-codes.ts';
import { Attribution } from './error-claims.ts';

/** All claims of one transaction set of a batch. */
export interface BatchSet {
  /** ST02. */
  readonly set: string;
  readonly claims: readonly SetClaim[];
}

/** What a 999 says of one claim. */
export interface ClaimVerdict {
  readonly claim_id: string;
  readonly patient_control_number: string;
  /** ST02. */
  readonly set: string;
  /** `unknown` has to be looked at: nothing may be assumed of it. */
  readonly verdict: 'accepted' | 'rejected' | 'unknown';
  /** Whether the fault is in the claim itself, or only in what it was sent with. */
  readonly role?: 'cause' | 'collateral';
  /** Errors about the claim, and why its set or group was refused. Codes and places only. */
  readonly errors: readonly string[];
}

/** Something about an acknowledgment that somebody should know. */
export interface AcknowledgmentFinding {
  readonly code: string;
  readonly message: string;
}

export interface BatchVerdicts {
  readonly claims: readonly ClaimVerdict[];
  readonly findings: readonly AcknowledgmentFinding[];
}

/** Findings that are kept of one acknowledgment: one item holds them. */
const maxFindings = 200;

/**
 * What a 999 says of each claim of the batch that it answers, by the table of x12/999.md section 4.4. A refused group
 * or set refuses all its claims: the one with the error is the cause, the others only have to be sent again.
 */
export function verdictsOnBatch(group: FunctionalGroupResponse, sets: readonly BatchSet[]): BatchVerdicts {
  const findings = countFindings(group, sets);
  const answerTo = answersByNumber(group.sets);
  const claims = sets.flatMap((set) => {
    const answer = answerTo(set.set);
    const { verdict, finding } = setVerdict(group, answer, set.set);
    if (finding !== undefined) findings.push(finding);
    return claimVerdicts(group, answer, set, verdict);
  });
  return { claims, findings: findings.slice(0, maxFindings) };
}

/**
 * As text first: some receivers drop zeros, but sets may differ in nothing else. Of several of one number the first
 * that refuses counts, else the first.
 */
function answersByNumber(
  answers: readonly TransactionSetResponse[],
): (set: string) => TransactionSetResponse | undefined {
  const refusing = answers.filter(({ code }) => isRefusal(code));
  const backwards = [...answers.toReversed(), ...refusing.toReversed()];
  const exact = new Map(backwards.map((answer) => [answer.controlNumber, answer]));
  const folded = new Map(backwards.map((answer) => [foldedNumber(answer.controlNumber), answer]));
  return (set) => exact.get(set) ?? folded.get(foldedNumber(set));
}

interface SetVerdict {
  readonly verdict: ClaimVerdict['verdict'];
  readonly finding?: AcknowledgmentFinding;
}

function setVerdict(
  group: FunctionalGroupResponse,
  answer: TransactionSetResponse | undefined,
  set: string,
): SetVerdict {
  const ofGroup = verdictOf(group.code);
  const ofSet = answer === undefined || answer.code === '' ? undefined : verdictOf(answer.code);
  const isUnclear = ofSet === 'unknown' || ofSet === 'partial';
  switch (ofGroup) {
    case 'rejected':
      return ofSet === 'accepted'
        ? { verdict: 'rejected', finding: contradiction(set, 'the group is refused, the set is accepted') }
        : { verdict: 'rejected' };
    case 'accepted':
      if (isUnclear) return unclear(set);
      return ofSet === 'rejected'
        ? { verdict: 'rejected', finding: contradiction(set, 'the group is accepted, the set is refused') }
        : { verdict: 'accepted' };
    case 'partial':
      return ofSet === undefined || isUnclear ? unclear(set) : { verdict: ofSet };
    case 'unknown':
      return unclear(set);
  }
}

const contradiction = (set: string, what: string): AcknowledgmentFinding => ({
  code: 'contradiction',
  message: `Set ${set}: ${what}; its claims count as refused`,
});

const unclear = (set: string): SetVerdict => ({
  verdict: 'unknown',
  finding: { code: 'unclear', message: `Set ${set}: whether it was accepted is not said` },
});

/** AK902 to AK904 against what was sent (x12/999.md section 4.7). */
function countFindings(group: FunctionalGroupResponse, sets: readonly BatchSet[]): AcknowledgmentFinding[] {
  const findings: AcknowledgmentFinding[] = [];
  const counted = group.received ?? group.included;
  if (counted !== undefined && counted !== sets.length) {
    const message = `The partner counted ${counted} of ${sets.length} sets`;
    findings.push({ code: 'set_count', message });
  }
  const sent = new Set(sets.map(({ set }) => foldedNumber(set)));
  for (const { controlNumber } of group.sets) {
    if (sent.has(foldedNumber(controlNumber))) continue;
    findings.push({ code: 'unknown_set', message: `Set ${controlNumber} is not in the batch` });
  }
  return findings;
}

/** More errors of one claim help nobody. */
const maxErrors = 20;

function claimVerdicts(
  group: FunctionalGroupResponse,
  answer: TransactionSetResponse | undefined,
  { set, claims }: BatchSet,
  verdict: ClaimVerdict['verdict'],
): readonly ClaimVerdict[] {
  const attribution = new Attribution(claims);
  const ofSet = verdict === 'rejected' ? refusals(group, answer) : [];
  const ofClaim = new Map<string, string[]>();
  for (const error of answer?.segments ?? []) {
    const concerned = attribution.claimsOf(error);
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

const isRefusal = (code: string): boolean => verdictOf(code) === 'rejected';

function refusals(group: FunctionalGroupResponse, answer: TransactionSetResponse | undefined): string[] {
  return [
    ...(isRefusal(group.code) ? [`group ${group.code}`] : []),
    ...group.errors.map((code) => `group ${codeWithText(groupErrors, codeOrMask(code))}`),
    ...(answer !== undefined && isRefusal(answer.code) ? [`set ${answer.code}`] : []),
    ...(answer?.errors ?? []).map((code) => `set ${codeWithText(setErrors, codeOrMask(code))}`),
  ];
}

/** `REF at 57 in 2300: 8 segment has element errors (02: I12)`. Never the bad value: it may be patient data. */
function errorText({ segment, position, loop, code, elements }: SegmentError): string {
  const place = `${codeOrMask(segment)} at ${position}${loop === '' ? '' : ` in ${codeOrMask(loop)}`}`;
  const faults = elements.map(({ element, component, code: fault }) => {
    const number = String(element).padStart(2, '0');
    return `${number}${component === undefined ? '' : `-${component}`}: ${codeOrMask(fault)}`;
  });
  const inside = faults.length === 0 ? '' : ` (${faults.slice(0, 10).join(', ')})`;
  return `${place}: ${codeWithText(segmentErrors, codeOrMask(code))}${inside}`;
}
