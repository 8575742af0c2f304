import type { ContentChange } from '#contract/claims/claim-edits.ts';
import type { Claim } from './claim.ts';
import type { PackedContent } from './packed-json.ts';

/** A version of the content of a claim: who changed it, when, and which members. */
export interface ClaimVersion {
  /** Version of the claim with the new content. */
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly changes: readonly ContentChange[];
  /** The bulk run that made the edit. */
  readonly bulk_run_id?: string;
  /** The request that made the edit, so that a repetition finds it. */
  readonly request?: string;
}

/**
 * The new content of a claim, the earlier content as a version, and the records by which the claim is found. The claim itself
 * is in a `claims` write.
 */
export interface EditedClaimWrite {
  readonly kind: 'edited-claim';
  readonly before: Claim;
  readonly after: Claim;
  readonly content: PackedContent;
  readonly earlier: PackedContent;
  readonly version: ClaimVersion;
  /** Place of the claim among the claims of its provider with its number, before and after. */
  readonly ordinals: { readonly before: number; readonly after: number };
  /** The claim is found by its earlier content. Condition: it still is. */
  readonly ownedContent: boolean;
  /** Whether the claim is found by its new content. Condition: `contentOwner` is still the one that was read. */
  readonly ownsContent: boolean;
  readonly contentOwner?: string;
}
