import type { Claim, Duplicate } from './claim.ts';

/** What stored claims have to do with one that arrives. */
export interface RelatedClaims {
  /**
   * A free place among the claims of the provider that have this patient control number, apart from letter case and
   * leading zeros: above all that are taken.
   */
  readonly nextOrdinal: number;
  /** Those with exactly this number, oldest first; of many the newest, as far back as {@link olderClaimsAreIrrelevant} asks for. */
  readonly sameNumber: readonly Claim[];
  /** The claim that is known by this content. */
  readonly sameContent?: Claim;
  /** For a correction or void: the claims that the payer knows by the number that it gives. */
  readonly originals: readonly Claim[];
  /** Remittances wait for this number. */
  readonly hasUnmatchedPayments: boolean;
  /** For a correction or void: what it takes the place of, and the claim that does so already. */
  readonly replacement?: { readonly replaced: string; readonly holder: Claim };
}

/** By what stored claims are looked up. */
export interface RelatedClaimsQuery {
  readonly patient_control_number: string;
  /** See {@link billingProviderId}. */
  readonly provider: string;
  readonly content_hash?: string;
  readonly original_claim_number?: string;
  /** Of a correction or void. */
  readonly correction_for_payer?: string;
}

/** CLM05-3: 7 replaces, 8 voids an earlier claim. */
export const isCorrection = (frequency: string): boolean => frequency === '7' || frequency === '8';

/**
 * Earlier claims that a new one may repeat (peers.md section 6.5). A claim that was refused before the payer had it,
 * or that another took the place of, may be sent again; a correction repeats its claim on purpose.
 */
export function duplicatesOf(
  frequency: string,
  around: Pick<RelatedClaims, 'sameNumber' | 'sameContent'>,
): Duplicate[] {
  if (isCorrection(frequency)) return [];
  const byNumber = around.sameNumber.filter(countsForDuplicates);
  const byContent = [around.sameContent]
    .flatMap((claim) => claim ?? [])
    .filter((claim) => countsForDuplicates(claim) && !byNumber.some(({ id }) => id === claim.id));
  return [
    ...byNumber.map(({ id }): Duplicate => ({ claim_id: id, by: 'patient_control_number' })),
    ...byContent.map(({ id }): Duplicate => ({ claim_id: id, by: 'content' })),
  ].slice(0, mostDuplicates);
}

/** More of them would tell nothing new. */
const mostDuplicates = 20;

/** Whether earlier claims of the same number would change nothing of what is decided by these. */
export const olderClaimsAreIrrelevant = (sameNumber: readonly Claim[]): boolean =>
  sameNumber.filter(countsForDuplicates).length >= mostDuplicates &&
  sameNumber.some(({ frequency }) => !isCorrection(frequency));

/** Whether a claim stands against another that repeats it. */
export const countsForDuplicates = ({ lane }: Pick<Claim, 'lane'>): boolean =>
  lane !== 'closed' && lane !== 'rejected' && lane !== 'payer_rejected';

/** The claim that a correction or void is about: by the payer's number, else by the provider's own. */
export function originalOf(frequency: string, around: RelatedClaims): Claim | undefined {
  if (!isCorrection(frequency)) return undefined;
  const earlier = around.sameNumber.filter((claim) => !isCorrection(claim.frequency));
  return around.originals.at(-1) ?? earlier.at(-1);
}
