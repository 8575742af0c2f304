import type { ClaimPayment } from '#x12/835/types.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { patientResponsibility, paymentOutcome } from '../responses/remittance/payment-outcome.ts';

/** Why a claim for the next payer may be a mistake. */
export type Caution = 'denied_for_correction' | 'forwarded' | 'nothing_left';

export interface FoundCaution {
  readonly caution: Caution;
  /** In the terms of a biller; codes and amounts only. */
  readonly message: string;
}

/**
 * CARC of denials that a corrected claim, or the right payer, resolves. The next payer would deny for the same cause, or
 * because the primary payer's rules were not followed.
 */
const correctable: ReadonlySet<string> = new Set([
  ...[
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
    '16',
    '18',
    '22',
    '31',
    '107',
    '109',
    '110',
  ],
  ...['125', '129', '140', '146', '163', '181', '182', '183', '184', '185', '199', '206', '207', '208'],
  ...['226', '227', '251', '252', '267', '284', '288', '296', 'B7', 'B15'],
]);

/** CLP02: processed, and forwarded to another payer. */
const forwarded: ReadonlySet<string> = new Set(['19', '20', '21']);

export function cautionsAbout(payment: ClaimPayment): readonly FoundCaution[] {
  const all = [...payment.adjustments, ...payment.lines.flatMap(({ adjustments }) => adjustments)];
  const causes = [...new Set(all.map(({ reason }) => reason))].filter((reason) => correctable.has(reason));
  const found: FoundCaution[] = [];
  if (paymentOutcome(payment) === 'denied' && causes.length > 0) {
    const reasons = causes.map((code) => `${code} ${adjustmentReasonText(code) ?? ''}`.trim()).join('; ');
    found.push({
      caution: 'denied_for_correction',
      message: `The primary payer denied the claim for a cause to correct first: ${reasons}`,
    });
  }
  if (forwarded.has(payment.statusCode)) {
    found.push({
      caution: 'forwarded',
      message: `The primary payer forwarded the claim itself (CLP02 ${payment.statusCode}); a second claim may be a duplicate`,
    });
  }
  if (paymentOutcome(payment) !== 'denied' && patientResponsibility(payment) <= 0) {
    found.push({
      caution: 'nothing_left',
      message: 'The primary payer left no patient responsibility; the next payer has nothing to pay',
    });
  }
  return found;
}
