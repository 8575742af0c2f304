import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import type { FindingInput } from '../engine/consumer.ts';
import { formatCents } from '../values/money.ts';
import { areOpposite, isReversal, type PaymentSummary } from './reversal.ts';
import type { ClaimPayment, Payment, ProviderAdjustment, Remittance } from './types.ts';

type Report = (finding: FindingInput) => void;

/** What tells one remittance from another: trace, payer, date, amount and payee. */
export function remittanceIdentity({ payment, payee }: Remittance): string {
  return [payment.trace, payment.originator, payment.date ?? '', payment.amount, payee.id ?? ''].join('|');
}

/** Money that moves between banks needs both; a check or no payment names none. V155. */
export function checkPayment(payment: Payment, report: Report): void {
  const { method, amount, handling, sender, receiver } = payment;
  const tell = (element: number, reason: string): void =>
    report({ id: 'V155', at: payment.position, segment: 'BPR', element, details: { method, reason } });
  if (amount < 0) tell(2, 'a payment below zero is carried forward in PLB FB');
  if ((method === 'NON' || handling === 'H') && amount !== 0) tell(2, 'no payment was to be made');
  const transfers = method === 'ACH' || method === 'FWT' || method === 'BOP';
  if (transfers && sender.bank === undefined) tell(7, 'the bank of the payer is missing');
  else if (transfers && receiver.bank === undefined) tell(13, 'the bank of the payee is missing');
  if (!transfers && (sender.bank ?? receiver.bank) !== undefined) {
    tell(sender.bank === undefined ? 13 : 7, 'no bank takes part');
  }
}

/** An unknown reason in a PLB. V123. */
export function checkProviderAdjustment(
  { reason, position }: ProviderAdjustment,
  element: number,
  report: Report,
): void {
  if (reason === '' || providerAdjustmentReason.entries.has(reason)) return;
  report({
    id: 'V123',
    at: position,
    segment: 'PLB',
    element,
    component: 1,
    elementRef: 426,
    value: reason,
    details: { standing: 'unknown' },
  });
}

/** A reversal takes back: it pays nothing, names no patient share, and mirrors its original. V154. */
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
      ...(original === undefined
        ? {}
        : { original_claim: original.number, original_paid: formatCents(original.paid) }),
    },
  });
}

function reversalFault(
  claim: ClaimPayment,
  original: PaymentSummary | undefined,
): { element: number; reason: string } | undefined {
  if (claim.charge > 0) return { element: 3, reason: 'the charge is not negative' };
  if (claim.paid > 0) return { element: 4, reason: 'the payment is not negative' };
  if ((claim.patientResponsibility ?? 0) !== 0) {
    return { element: 5, reason: 'a reversal names no patient responsibility' };
  }
  if (original !== undefined && !areOpposite(original, claim)) {
    return { element: 4, reason: 'the original has other amounts' };
  }
  return undefined;
}
