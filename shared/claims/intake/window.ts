import { isCorrection, type RelatedClaims, type RelatedClaimsQuery } from '../claim/related-claims.ts';
import { maxChangeSize } from '../files/file-run.ts';
import type { IncomingClaim } from './incoming-claim.ts';

export interface NewClaimStore {
  /** Records that claims were received in a month. Call it before the first of them is stored. */
  recordMonth(receivedAt: string): Promise<void>;
  /** In the order of the queries; strongly consistent. */
  findRelatedClaims(queries: readonly RelatedClaimsQuery[]): Promise<readonly RelatedClaims[]>;
}

/** Updates of lane figures: a new claim is a draft, ready or in review. */
const laneActions = 3;
/** Sizes are estimates, so this is well below the 3.5 MB that one append to the audit chain takes. */
const maxCharacters = 2_500_000;

/** The number of claims, from the first one, that one transaction can store. */
export function windowLength(incomingClaims: readonly IncomingClaim[]): { count: number; isFull: boolean } {
  let weight = laneActions;
  let characters = 0;
  let set: IncomingClaim['set'] | undefined;
  for (const [index, incoming] of incomingClaims.entries()) {
    const isOtherSet = set?.number !== incoming.set.number || incoming.set.place === 0;
    weight += weightOf(incoming, isOtherSet);
    characters += (incoming.content?.length ?? 0) + 4000;
    if (index > 0 && (weight > maxChangeSize || characters > maxCharacters))
      return { count: index, isFull: true };
    set = incoming.set;
  }
  return { count: incomingClaims.length, isFull: false };
}

function weightOf(incoming: IncomingClaim, isOtherSet: boolean): number {
  const { query, claim, opensBatch, set } = incoming;
  return (
    // Entry, claim, content and number; a correction adds its right to be sent, and the original with its entry.
    4 +
    (query.content_hash === undefined ? 0 : 1) +
    (query.patient_control_number.length > 20 ? 1 : 0) +
    (isCorrection(claim.frequency ?? '') ? 3 : 0) +
    (opensBatch ? 3 : 0) +
    (isOtherSet ? 1 + (set.place === 0 ? 1 : 0) : 0)
  );
}
