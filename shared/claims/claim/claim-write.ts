import type { Batch, SetClaims } from './batch.ts';
import type { Claim, ClaimOrigin } from './claim.ts';
import type { ClaimChange } from './claim-change.ts';
import type { EditedClaimWrite } from './claim-version.ts';
import type { PackedContent } from './packed-json.ts';

export type ClaimWrite =
  | ClaimsWrite
  | NewClaimWrite
  | ReplacementWrite
  | EditedClaimWrite
  /** New findings; the claim has the same content hash as before. */
  | { readonly kind: 'claim-content'; readonly claim: Claim; readonly content: PackedContent }
  /** Condition: no submission has reserved the claim. */
  | { readonly kind: 'not-being-sent'; readonly claim: ClaimOrigin }
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Some claims of a transaction set, and when its batch was received or sent. */
  | { readonly kind: 'set-claims'; readonly part: SetClaims; readonly at: string };

/**
 * Claims that change, at most one change of each, with the counts and amounts of their lanes. Condition: each claim still
 * has the version that was read.
 */
export interface ClaimsWrite {
  readonly kind: 'claims';
  readonly changes: readonly ClaimChange[];
  /** Claims by which the changes were decided. Condition: they have the version that was read. */
  readonly unchanged?: readonly Claim[];
}

/** The content of a new claim and the records by which it is found; the claim itself is in a {@link ClaimsWrite}. */
export interface NewClaimWrite {
  readonly kind: 'new-claim';
  readonly claim: Claim;
  readonly content: PackedContent;
  /** Place among the claims of the provider with this patient control number, from 0. Condition: it is free. */
  readonly ordinal: number;
  /** Whether the claim is found by its content from now on. Condition: `contentOwner` is still the one that was read. */
  readonly ownsContent: boolean;
  readonly contentOwner?: string;
}

/** Gives a correction or void the right to be sent. Condition: the holder of that right is still the one that was read. */
export interface ReplacementWrite {
  readonly kind: 'hold-replacement';
  /** See {@link replacementTarget}. */
  readonly target: string;
  readonly claimId: string;
  readonly holder: Claim | undefined;
}
