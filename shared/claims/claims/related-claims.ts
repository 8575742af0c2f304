import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { billingProviderId, type Claim, type Duplicate } from './claim.ts';
import { contentHash, npiOf } from './new-claim.ts';

export interface RelatedClaims {
  /** First free ordinal among the provider's claims whose number differs at most in letter case and leading zeros. */
  readonly nextOrdinal: number;
  /** Claims with exactly this number, oldest first; only the newest of many, see {@link olderClaimsAreIrrelevant}. */
  readonly sameNumber: readonly Claim[];
  readonly sameContent?: Claim;
  /** For a correction or void: the claims that the payer knows by the number in it. */
  readonly originals: readonly Claim[];
  /** For a correction or void of a claim in a chain: the first claim of the chain. */
  readonly head?: Claim;
  /** Whether remittances hold unmatched payments for this number. */
  readonly hasUnmatchedPayments: boolean;
  /** For a correction or void: what it replaces, and the claim that holds the right to do so. */
  readonly replacement?: { readonly target: string; readonly holder: Claim };
}

export const noRelatedClaims: RelatedClaims = {
  nextOrdinal: 0,
  sameNumber: [],
  originals: [],
  hasUnmatchedPayments: false,
};

export interface RelatedClaimsQuery {
  readonly patient_control_number: string;
  /** See {@link billingProviderId}. */
  readonly provider: string;
  readonly content_hash?: string;
  readonly original_claim_number?: string;
  /** Payer id of a correction or void. */
  readonly correction_for_payer?: string;
}

export function relatedClaimsQuery(claim: ProfessionalClaim): RelatedClaimsQuery {
  const { billingProvider, references, subscriber } = claim;
  const hash = contentHash(claim);
  const number = references?.originalClaimNumber;
  return {
    patient_control_number: claim.patientControlNumber,
    provider: billingProviderId({
      billing_npi: npiOf(billingProvider),
      ...(billingProvider.taxId && { tax_id: billingProvider.taxId }),
    }),
    ...(hash !== undefined && { content_hash: hash }),
    ...(isCorrection(claim.frequency ?? '') && {
      ...(number && { original_claim_number: number }),
      correction_for_payer: subscriber.payer?.id ?? '',
    }),
  };
}

/** CLM05-3: 7 corrects, 8 voids an earlier claim. */
export const isCorrection = (frequency: string): boolean => frequency === '7' || frequency === '8';

/** Earlier claims that a new claim may duplicate. A correction or void duplicates nothing: it repeats its original on purpose. */
export function duplicatesOf(
  frequency: string,
  related: Pick<RelatedClaims, 'sameNumber' | 'sameContent'>,
): Duplicate[] {
  if (isCorrection(frequency)) return [];
  const byNumber = related.sameNumber.filter(countsForDuplicates);
  const byContent = [related.sameContent]
    .flatMap((claim) => claim ?? [])
    .filter((claim) => countsForDuplicates(claim) && !byNumber.some(({ id }) => id === claim.id));
  return [
    ...byNumber.map(({ id }): Duplicate => ({ claim_id: id, by: 'patient_control_number' })),
    ...byContent.map(({ id }): Duplicate => ({ claim_id: id, by: 'content' })),
  ].slice(0, maxDuplicates);
}

const maxDuplicates = 20;

/** Whether claims that are older than these could not change a decision about a new claim. */
export const olderClaimsAreIrrelevant = (sameNumber: readonly Claim[]): boolean =>
  sameNumber.filter(countsForDuplicates).length >= maxDuplicates &&
  sameNumber.some(({ frequency }) => !isCorrection(frequency));

/** Whether a later claim may be a duplicate of this one. A claim that was rejected, replaced or dismissed may be sent again. */
export const countsForDuplicates = ({ lane }: Pick<Claim, 'lane'>): boolean =>
  lane !== 'closed' && lane !== 'dismissed' && lane !== 'rejected' && lane !== 'payer_rejected';

/** The claim that a correction or void is about, found by the payer claim control number, else by the patient control number. */
export function originalOf(frequency: string, related: RelatedClaims): Claim | undefined {
  if (!isCorrection(frequency)) return undefined;
  const earlier = related.sameNumber.filter((claim) => !isCorrection(claim.frequency));
  return related.originals.at(-1) ?? earlier.at(-1);
}
