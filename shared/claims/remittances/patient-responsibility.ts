import { patientShare } from '#x12/835/balance.ts';
import { isReversal } from '#x12/835/reversal.ts';
import type { ClaimPayment } from '#x12/835/types.ts';

/**
 * Returns the patient responsibility; negative for a reversal. CAS adjustments of group PR are in payment and reversal,
 * CLP05 is only in the payment, so the adjustments count if there are any.
 */
export function patientResponsibility(payment: ClaimPayment): number {
  const stated = payment.patientResponsibility;
  if (stated === undefined || isShared(payment)) return patientShare(payment);
  return isReversal(payment) && stated > 0 ? -stated : stated;
}

const isShared = ({ adjustments, lines }: ClaimPayment): boolean =>
  [{ adjustments }, ...lines].some((level) => level.adjustments.some(({ group }) => group === 'PR'));
