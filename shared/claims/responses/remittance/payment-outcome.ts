import { patientShare } from '#x12/835/balance.ts';
import { isReversal } from '#x12/835/reversal.ts';
import type { ClaimPayment, PaymentAdjustment } from '#x12/835/types.ts';

/**
 * What a claim of a remittance amounts to (x12/835.md section 9).
 *
 * - `reversed`: an earlier payment is taken back (CLP02 22).
 * - `estimate`: what would be paid (CLP02 25). `forwarded`: not this payer's claim (CLP02 23).
 * - `paid`: as agreed, also when all that is due is due from the patient or was paid by an earlier payer.
 * - `underpaid`: less than agreed. `denied`: nothing.
 */
export type PaymentOutcome = 'reversed' | 'estimate' | 'forwarded' | 'paid' | 'underpaid' | 'denied';

/** CARC under CO that only bring the charge down to what was agreed. */
const contractual: ReadonlySet<string> = new Set([
  '24', // capitation: paid for the head
  '45', // fee schedule
  '59', // multiple procedures
  '97', // part of another service
  '104', // managed care withholding
  '131', // negotiated discount
  '144', // incentive
  '172', // adjusted by specialty
  '237', // legislated penalty
  '253', // sequestration
]);

/** Paid by those who were before this payer. */
const priorPayer = '23';

export function paymentOutcome(payment: ClaimPayment): PaymentOutcome {
  if (isReversal(payment)) return 'reversed';
  if (payment.statusCode === '25') return 'estimate';
  if (payment.statusCode === '23') return 'forwarded';
  const all = [...payment.adjustments, ...payment.lines.flatMap((line) => line.adjustments)];
  const isShort = all.filter(isReduction).reduce((sum, { amount }) => sum + amount, 0) > 0;
  if (payment.paid > 0) return isShort ? 'underpaid' : 'paid';
  if (payment.statusCode === '4' || isShort) return 'denied';
  return isSettled(payment, all) ? 'paid' : 'denied';
}

/** Neither agreed, nor due from somebody else. */
function isReduction({ group, reason }: PaymentAdjustment): boolean {
  switch (group) {
    case 'PR':
      return false;
    case 'CO':
      return !contractual.has(reason);
    case 'OA':
      return reason !== priorPayer;
    default:
      return true;
  }
}

/** Nothing was paid and nothing denied: then the patient or another payer has to have it, or nothing was charged. */
function isSettled(payment: ClaimPayment, all: readonly PaymentAdjustment[]): boolean {
  const isElsewhere = all.some(
    ({ group, reason }) => (group === 'OA' && reason === priorPayer) || (group === 'CO' && reason === '24'),
  );
  return payment.charge === 0 || isElsewhere || patientResponsibility(payment) > 0;
}

/**
 * What the patient owes by this claim payment; below zero for a reversal, which takes it back. The CAS of group PR say
 * so in both, CLP05 in the payment only: where the two differ, the reversal would leave the difference standing.
 */
export function patientResponsibility(payment: ClaimPayment): number {
  const stated = payment.patientResponsibility;
  if (stated === undefined || isShared(payment)) return patientShare(payment);
  return isReversal(payment) && stated > 0 ? -stated : stated;
}

const isShared = ({ adjustments, lines }: ClaimPayment): boolean =>
  [{ adjustments }, ...lines].some((level) => level.adjustments.some(({ group }) => group === 'PR'));

/** Whether money is posted by it. */
export const movesMoney = (outcome: PaymentOutcome): boolean =>
  outcome !== 'estimate' && outcome !== 'forwarded';
