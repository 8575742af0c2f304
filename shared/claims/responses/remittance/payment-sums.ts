import type { ClaimPayment } from '#x12/835/types.ts';
import type { Claim, ResponseConflict } from '../../claim/claim.ts';
import type { ClaimPatch } from '../../claim/claim-change.ts';
import { plusShare, shareOfClaim } from '../../claim/patient-share.ts';
import type { ClaimResponse } from '../../claim/review.ts';
import { afterPayment } from './overpayment.ts';
import { movesMoney, type PaymentOutcome, reductions } from './payment-outcome.ts';
import { shareOfPayment } from './payment-share.ts';

/** The sums of the claim with the payment, and a conflict if the claim is overpaid. */
export function moneyOf(
  payment: ClaimPayment,
  outcome: PaymentOutcome,
  claim: Claim,
  conflicts: readonly ResponseConflict[],
  { id, at }: ClaimResponse,
  responsibility: number,
): ClaimPatch & { readonly conflicts: readonly ResponseConflict[] } {
  if (!movesMoney(outcome)) return { conflicts };
  const paid = (claim.paid ?? 0) + payment.paid;
  return {
    paid,
    patient_responsibility: (claim.patient_responsibility ?? 0) + responsibility,
    patient_responsibility_by: plusShare(shareOfClaim(claim), shareOfPayment(payment, responsibility)),
    ...afterPayment(payment, claim, paid, conflicts, { id, at }),
  };
}

const maxDenialReasons = 5;

/** What reports need of the newest payment: why it is lower, and when the claim was paid first. */
export function reportFacts(
  payment: ClaimPayment,
  outcome: PaymentOutcome,
  { denial_reasons = [], first_paid_on }: Claim,
  remittedAt: string,
): ClaimPatch {
  const isLower = outcome === 'denied' || outcome === 'underpaid';
  const reasons = isLower ? reductions(payment).slice(0, maxDenialReasons) : [];
  const isFirst = first_paid_on === undefined && payment.paid > 0 && movesMoney(outcome);
  return {
    ...((reasons.length > 0 || denial_reasons.length > 0) && { denial_reasons: reasons }),
    ...(isFirst && { first_paid_on: remittedAt.slice(0, 10) }),
  };
}
