import type { SegmentError } from '#x12/999/functional-group-response.ts';
import type { SetClaim } from '../../claim/batch.ts';
import { foldedNumber } from '../../claim/folded-number.ts';
import { missingSegmentCodes } from './acknowledgment-codes.ts';

/** A place where a claim or a level of the hierarchy begins. */
interface Start {
  readonly at: number;
  readonly isClaim: boolean;
}

/**
 * Which claims of a set an error of a 999 is about (x12/999.md section 4.3): the one that CTX names, else the one
 * whose segments it points into, else those under the patient, subscriber or billing provider it points into. None
 * for an error of the set as a whole.
 */
export class Attribution {
  private readonly claims: readonly SetClaim[];
  private readonly starts: readonly Start[];

  /** @param claims of one set, in their order */
  constructor(claims: readonly SetClaim[]) {
    this.claims = claims;
    const levels = new Set<number>();
    for (const { billing, subscriber, patient } of claims) {
      levels.add(billing).add(subscriber);
      if (patient !== undefined) levels.add(patient);
    }
    this.starts = [
      ...claims.map(({ at }) => ({ at, isClaim: true })),
      ...[...levels].map((at) => ({ at, isClaim: false })),
    ].sort((a, b) => a.at - b.at);
  }

  claimsOf(error: SegmentError): readonly SetClaim[] {
    const named = this.named(error);
    const pointed = this.pointedAt(error);
    // Claims of one number are told apart by where the error stands.
    const both = named.filter((claim) => pointed.includes(claim));
    if (named.length > 0) return both.length > 0 ? both : named;
    return pointed;
  }

  private pointedAt(error: SegmentError): readonly SetClaim[] {
    const start = this.startBefore(this.placeOf(error));
    if (start === undefined || error.segment === 'SE') return [];
    if (start.isClaim) return this.claims.filter(({ at }) => at === start.at);
    return this.claims.filter(
      ({ billing, subscriber, patient }) =>
        billing === start.at || subscriber === start.at || patient === start.at,
    );
  }

  private named({ businessUnit }: SegmentError): readonly SetClaim[] {
    const numbers = businessUnit.filter(({ name }) => name === 'CLM01').map(({ value }) => value.trim());
    const exact = this.claims.filter(({ patient_control_number }) =>
      numbers.includes(patient_control_number),
    );
    if (exact.length > 0) return exact;
    const folded = numbers.map(foldedNumber);
    return this.claims.filter((claim) => folded.includes(foldedNumber(claim.patient_control_number)));
  }

  /**
   * A missing segment is reported at the one found in its place, which may begin the next claim or level
   * (x12/999.md section 3).
   */
  private placeOf({ position, code, segment }: SegmentError): number {
    if (!missingSegmentCodes.has(code)) return position;
    const found = this.starts.find(({ at }) => at === position);
    const isFoundItself = found !== undefined && segment === (found.isClaim ? 'CLM' : 'HL');
    return found === undefined || isFoundItself ? position : position - 1;
  }

  private startBefore(position: number): Start | undefined {
    return this.starts.findLast(({ at }) => at <= position);
  }
}
