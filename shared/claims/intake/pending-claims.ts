import type { Claim } from '../claim/claim.ts';
import { foldedNumber } from '../claim/folded-number.ts';
import type { RelatedClaims, RelatedClaimsQuery } from '../claim/related-claims.ts';

/**
 * Claims on their way into the store, for those that come after them: what the store tells of a claim's surroundings
 * may have been read before they were there.
 */
export class PendingClaims {
  /** Highest places that are taken. */
  private readonly places = new Map<string, number>();
  private readonly byNumber = new Map<string, Claim[]>();
  private readonly byContent = new Map<string, Claim>();
  /** Corrections and voids that may go out, by what they take the place of. */
  readonly replacements = new Map<string, Claim>();

  /**
   * What is stored, and what will be when these claims are; some may be among both. Places follow each other without
   * a gap, whoever has counted them: that a number has a second claim is told by the second place.
   */
  extend(keys: RelatedClaimsQuery, around: RelatedClaims): RelatedClaims {
    const place = this.places.get(countedBy(keys)) ?? -1;
    const known = new Set(around.sameNumber.map(({ id }) => id));
    const more = (this.byNumber.get(exactly(keys)) ?? []).filter(({ id }) => !known.has(id));
    const { content_hash } = keys;
    const sameContent =
      around.sameContent ?? (content_hash === undefined ? undefined : this.byContent.get(content_hash));
    return {
      ...around,
      nextOrdinal: Math.max(around.nextOrdinal, place + 1),
      sameNumber: more.length > 0 ? [...around.sameNumber, ...more] : around.sameNumber,
      ...(sameContent && { sameContent }),
    };
  }

  add(keys: RelatedClaimsQuery, claim: Claim, place: number): void {
    this.places.set(countedBy(keys), place);
    const same = this.byNumber.get(exactly(keys));
    if (same === undefined) this.byNumber.set(exactly(keys), [claim]);
    else same.push(claim);
    if (keys.content_hash !== undefined) this.byContent.set(keys.content_hash, claim);
  }
}

const countedBy = ({ patient_control_number, provider }: RelatedClaimsQuery) =>
  `${foldedNumber(patient_control_number)}\n${provider}`;

const exactly = ({ patient_control_number, provider }: RelatedClaimsQuery) =>
  `${patient_control_number}\n${provider}`;
