import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import type { FindingInput } from '../engine/consumer.ts';
import { formatCents } from '../values/money.ts';
import type { ClaimPayment, Payment, ProviderAdjustment, Remittance } from './model.ts';
import { areOpposite, isReversal, type PaymentSummary } from './reversal.ts';

type Report = (finding: FindingInput) => void;

/** Returns the key that identifies a remittance: trace, payer, date, amount and payee. */
export function remittanceIdentity({ payment, payee }: Remittance): string {
  return [payment.trace, payment.originator, payment.date ?? '', payment.amount, payee.id ?? ''].join('|');
}

/** V155: a bank transfer names both banks; a check or no payment names none. */
export function checkPayment(payment: Payment, report: Report): void {
  const { method, amount, handling, sender, receiver } = payment;
  const reportFault = (element: number, reason: string): void =>
    report({ id: 'V155', at: payment.position, segment: 'BPR', element, details: { method, reason } });
  if (amount < 0) reportFault(2, 'BPR02 is negative; carry the amount forward in PLB FB');
  if ((method === 'NON' || handling === 'H') && amount !== 0)
    reportFault(2, 'BPR02 must be 0 without a payment');
  const transfers = method === 'ACH' || method === 'FWT' || method === 'BOP';
  if (transfers && sender.bank === undefined)
    reportFault(7, 'a bank transfer must name the bank of the payer');
  else if (transfers && receiver.bank === undefined)
    reportFault(13, 'a bank transfer must name the bank of the payee');
  if (!transfers && (sender.bank ?? receiver.bank) !== undefined) {
    reportFault(sender.bank === undefined ? 13 : 7, 'a check or no payment must not name a bank');
  }
}

/** V123: the reason in a PLB is unknown. */
export function checkProviderAdjustment(
  { reason, position }: ProviderAdjustment,
  element: number,
  report: Report,
): void {
  if (reason === '' || providerAdjustmentReason.entries.has(reason)) return;
  const at = { at: position, segment: 'PLB', element, component: 1, elementRef: 426 };
  report({ ...at, id: 'V123', value: reason, details: { standing: 'unknown' } });
}

/** V154: a reversal has negative amounts, no patient responsibility, and negates its original. */
export function checkReversal(
  claim: ClaimPayment,
  original: PaymentSummary | undefined,
  report: Report,
): void {
  if (!isReversal(claim)) return;
  const fault = reversalFault(claim, original);
  if (fault === undefined) return;
  const { element, reason } = fault;
  report({
    id: 'V154',
    at: claim.position,
    loop: '2100',
    segment: 'CLP',
    element,
    elementRef: 782,
    patientControlNumber: claim.patientControlNumber,
    details: {
      reason,
      ...(original && { original_claim: original.number, original_paid: formatCents(original.paid) }),
    },
  });
}

function reversalFault(
  claim: ClaimPayment,
  original: PaymentSummary | undefined,
): { element: number; reason: string } | undefined {
  if (claim.charge > 0) return { element: 3, reason: 'the charge of a reversal must be negative' };
  if (claim.paid > 0) return { element: 4, reason: 'the payment of a reversal must be negative' };
  if ((claim.patientResponsibility ?? 0) !== 0) {
    return { element: 5, reason: 'a reversal must not have patient responsibility' };
  }
  if (original !== undefined && !areOpposite(original, claim)) {
    return { element: 4, reason: 'a reversal must negate the amounts of its original' };
  }
  return undefined;
}
