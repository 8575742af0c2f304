import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { Claim } from '../claim/claim.ts';
import { isCorrection } from '../claim/related-claims.ts';

/**
 * The frequency (CLM05-3) of the claim that takes the place of a claim that was sent: 1 replaces a claim that the payer
 * rejected before adjudication, 7 corrects any other one. The correction of a correction is a correction.
 *
 * @throws ApiError not_correctable for a void, which ends its claim
 */
function frequencyOfCorrection({ lane, lane_before, frequency }: Claim): '1' | '7' {
  if (frequency === '8') throw new ApiError('not_correctable', { message: 'A void cannot be corrected' });
  if (isCorrection(frequency)) return '7';
  const decided = lane === 'review' ? lane_before : lane;
  return decided === 'rejected' || decided === 'payer_rejected' ? '1' : '7';
}

/**
 * The claim to enter in the place of a claim that was sent: the edited content with its frequency and, for a correction, the
 * newest payer claim control number, unless the edit names another one.
 */
export function correctionOf(
  original: Claim,
  edited: ProfessionalClaim,
  before: ProfessionalClaim,
): ProfessionalClaim {
  const isChosen = edited.frequency !== undefined && edited.frequency !== before.frequency;
  const frequency = isChosen ? edited.frequency : frequencyOfCorrection(original);
  if (!isCorrection(frequency ?? '')) return { ...edited, frequency };
  const named = edited.references?.originalClaimNumber;
  const isNamed = named !== undefined && named !== before.references?.originalClaimNumber;
  const originalClaimNumber = isNamed ? named : (original.payer_control_number ?? named);
  return {
    ...edited,
    frequency,
    ...(originalClaimNumber !== undefined && {
      references: { ...edited.references, originalClaimNumber },
    }),
  };
}
