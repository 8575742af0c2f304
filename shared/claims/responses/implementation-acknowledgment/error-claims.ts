import type { SegmentError } from '#x12/999/functional-group-response.ts';
import { foldedNumber, type SetClaim } from '../../claim/batch.ts';
import { missingSegmentCodes } from './acknowledgment-codes.ts';

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
export function errorClaims(claims: readonly SetClaim[]): (error: SegmentError) => readonly SetClaim[] {
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
