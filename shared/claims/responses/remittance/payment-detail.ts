import type { ClaimPayment } from '#x12/835/types.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { patientResponsibility } from './payment-outcome.ts';
import type { Posting } from './stored-remittance.ts';

/** More than any payment has. */
const maxAdjustments = 50;

/** A payment as the timeline of its claim shows it. */
export function detailOf(
  payment: ClaimPayment,
  posting: Posting,
  responsibility = patientResponsibility(payment),
) {
  return {
    type: '835',
    number: payment.number,
    status_code: payment.statusCode,
    charge: payment.charge / 100,
    paid: payment.paid / 100,
    patient_responsibility: responsibility / 100,
    payer_control_number: payment.payerControlNumber,
    adjustments: adjustmentSums(payment),
    outcome: posting.outcome,
    held: posting.held,
    match: posting.match,
  };
}

/** Sums of the adjustments of claim and lines by group and reason. */
function adjustmentSums({ adjustments, lines }: ClaimPayment) {
  const sums = new Map<string, { group: string; reason: string; amount: number }>();
  for (const { group, reason, amount } of [...adjustments, ...lines.flatMap((line) => line.adjustments)]) {
    const key = `${group} ${reason}`;
    const sum = sums.get(key) ?? { group, reason, amount: 0 };
    sum.amount += amount;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .slice(0, maxAdjustments)
    .map((sum) => ({ ...sum, amount: sum.amount / 100, text: adjustmentReasonText(sum.reason) }));
}
