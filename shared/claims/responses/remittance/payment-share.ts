import type { ClaimPayment } from '#x12/835/types.ts';
import { noShare, type PatientShare, totalOf } from '../../claim/patient-share.ts';
import { patientResponsibility } from './payment-outcome.ts';

const reasons: Readonly<Record<string, keyof PatientShare>> = {
  1: 'deductible',
  2: 'coinsurance',
  3: 'copay',
};

/**
 * The share of a payment by the CARC of its PR adjustments; negative for a reversal. An amount that only CLP05 states is
 * `other`, and so is one that a person gave instead, for which the adjustments are no reasons.
 *
 * @param responsibility integer cents
 */
export function shareOfPayment(
  payment: ClaimPayment,
  responsibility: number = patientResponsibility(payment),
): PatientShare {
  if (responsibility !== patientResponsibility(payment)) return { ...noShare, other: responsibility };
  const share = { ...noShare };
  for (const { group, reason, amount } of [
    ...payment.adjustments,
    ...payment.lines.flatMap((line) => line.adjustments),
  ]) {
    if (group === 'PR') share[reasons[reason] ?? 'other'] += amount;
  }
  share.other += responsibility - totalOf(share);
  return share;
}
