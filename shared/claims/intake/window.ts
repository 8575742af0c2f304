import { isCorrection, type RelatedClaims, type RelatedClaimsQuery } from '../claim/related-claims.ts';
import { maxChangeSize } from '../files/file-run.ts';
import type { IncomingClaim } from './incoming-claim.ts';

/** Where new claims are looked up and what stores them. */
export interface NewClaimStore {
  /** Says, before the first claim of a month is stored, that there are claims received in it. */
  recordMonth(receivedAt: string): Promise<void>;
  findRelatedClaims(arrivals: readonly RelatedClaimsQuery[]): Promise<readonly RelatedClaims[]>;
}

/** Updates of lane figures: a new claim is a draft, ready or in review. */
const laneActions = 3;
/** Below the 3.5 MB that the audit chain takes, since sizes are estimated. */
const mostCharacters = 2_500_000;

/** How many of the arrivals, from the first on, fit into one transaction. */
export function windowLength(arrivals: readonly IncomingClaim[]): { count: number; isFull: boolean } {
  let weight = laneActions;
  let characters = 0;
  let set: IncomingClaim['set'] | undefined;
  for (const [index, arrival] of arrivals.entries()) {
    const isOtherSet = set?.number !== arrival.set.number || arrival.set.place === 0;
    weight += weightOf(arrival, isOtherSet);
    characters += (arrival.content?.length ?? 0) + 4000;
    if (index > 0 && (weight > maxChangeSize || characters > mostCharacters))
      return { count: index, isFull: true };
    set = arrival.set;
  }
  return { count: arrivals.length, isFull: false };
}

function weightOf(arrival: IncomingClaim, isOtherSet: boolean): number {
  const { keys, claim, opensBatch, set } = arrival;
  return (
    // Its entry, itself, its content, its number; and for a correction what it holds and the original with its entry.
    4 +
    (keys.content_hash === undefined ? 0 : 1) +
    (keys.patient_control_number.length > 20 ? 1 : 0) +
    (isCorrection(claim.frequency ?? '') ? 3 : 0) +
    (opensBatch ? 3 : 0) +
    (isOtherSet ? 1 + (set.place === 0 ? 1 : 0) : 0)
  );
}
