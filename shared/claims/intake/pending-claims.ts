import type { Claim } from '../claim/claim.ts';
import { foldedNumber } from '../claim/folded-number.ts';
import type { RelatedClaims, RelatedClaimsQuery } from '../claim/related-claims.ts';

/** Claims that are about to be stored, for claims that come after them: a look-up may have missed them. */
export class PendingClaims {
  private readonly ordinals = new Map<string, number>();
  private readonly byNumber = new Map<string, Claim[]>();
  private readonly byContent = new Map<string, Claim>();
  /** Corrections and voids that may be sent, by target. */
  readonly replacements = new Map<string, Claim>();

  /** Adds these claims to the stored ones; a claim may be among both. */
  extend(query: RelatedClaimsQuery, related: RelatedClaims): RelatedClaims {
    const ordinal = this.ordinals.get(foldedKey(query)) ?? -1;
    const known = new Set(related.sameNumber.map(({ id }) => id));
    const more = (this.byNumber.get(exactKey(query)) ?? []).filter(({ id }) => !known.has(id));
    const { content_hash } = query;
    const sameContent =
      related.sameContent ?? (content_hash === undefined ? undefined : this.byContent.get(content_hash));
    return {
      ...related,
      nextOrdinal: Math.max(related.nextOrdinal, ordinal + 1),
      sameNumber: more.length > 0 ? [...related.sameNumber, ...more] : related.sameNumber,
      ...(sameContent && { sameContent }),
    };
  }

  add(query: RelatedClaimsQuery, claim: Claim, ordinal: number): void {
    this.ordinals.set(foldedKey(query), ordinal);
    const same = this.byNumber.get(exactKey(query));
    if (same === undefined) this.byNumber.set(exactKey(query), [claim]);
    else same.push(claim);
    if (query.content_hash !== undefined) this.byContent.set(query.content_hash, claim);
  }
}

const foldedKey = ({ patient_control_number, provider }: RelatedClaimsQuery) =>
  `${foldedNumber(patient_control_number)}\n${provider}`;

const exactKey = ({ patient_control_number, provider }: RelatedClaimsQuery) =>
  `${patient_control_number}\n${provider}`;
