import type { Claim } from '#claims/claims/claim.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { ClaimVersionJson, ContentChange } from './contract.ts';

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

/** An edit as the API shows it. */
export const versionJson = ({ request, changes, ...shown }: ClaimVersion): ClaimVersionJson => ({
  event: 'claim.edited',
  ...shown,
  changes: [...changes],
});

/** The content as the claim arrived, which no edit made. */
export const firstVersionJson = ({ received_at, source }: Claim): ClaimVersionJson => ({
  event: 'claim.received',
  version: 1,
  at: received_at,
  actor: source.kind === 'api' ? source.subject : `file:${source.file_id}`,
  changes: [],
});

export const claimVersionsCsv: CsvColumns<ClaimVersionJson> = {
  name: 'versions',
  columns: [
    ...membersOf<ClaimVersionJson>('version', 'event', 'at', 'actor', 'bulk_run_id'),
    ['changes', ({ changes }) => changes.map(({ path }) => path).join(' ')],
  ],
};
