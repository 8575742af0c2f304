import { patientShare } from '#x12/835/balance.ts';
import { isReversal } from '#x12/835/reversal.ts';
import type { ClaimPayment, PaymentAdjustment } from '#x12/835/types.ts';
import { noShare, type PatientShare, totalOf } from '../../claim/patient-share.ts';
import { codeOrMask } from '../engine/json.ts';

/**
 * The outcome of a payment.
 *
 * - `reversed`: an earlier payment is reversed (CLP02 22).
 * - `estimate`: predetermination only (CLP02 25). `forwarded`: not this payer's claim (CLP02 23).
 * - `paid`: as agreed, also if the patient owes the whole amount or an earlier payer has paid it.
 * - `underpaid`: less than agreed. `denied`: nothing.
 */
export type PaymentOutcome = 'reversed' | 'estimate' | 'forwarded' | 'paid' | 'underpaid' | 'denied';

/** CARC under CO that reduce the charge to the agreed amount. */
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

/** Paid by an earlier payer (OA). */
const priorPayer = '23';
/** Paid to the patient: the payer owes nothing more. */
const paidToPatient = '100';
/** A code that reports something and is never paid, such as a quality measure billed for 0.01. */
const reportingOnly = '246';

export function paymentOutcome(payment: ClaimPayment): PaymentOutcome {
  if (isReversal(payment)) return 'reversed';
  if (payment.statusCode === '25') return 'estimate';
  if (payment.statusCode === '23') return 'forwarded';
  const all = [...payment.adjustments, ...payment.lines.flatMap((line) => line.adjustments)];
  const isShort = all.filter(isReduction).reduce((sum, { amount }) => sum + amount, 0) > 0;
  if (payment.paid > 0) return isShort ? 'underpaid' : 'paid';
  const isPaidToPatient = all.some(({ reason }) => reason === paidToPatient);
  if (isShort || (payment.statusCode === '4' && !isPaidToPatient)) return 'denied';
  return isSettled(payment, all) ? 'paid' : 'denied';
}

/** Sums of the adjustments that are neither agreed nor owed by another party, by group and reason; the largest first. */
export function reductions(payment: ClaimPayment) {
  const sums = new Map<string, { group: string; reason: string; amount: number }>();
  for (const one of [...payment.adjustments, ...payment.lines.flatMap((line) => line.adjustments)]) {
    if (!isReduction(one)) continue;
    const [group, reason] = [codeOrMask(one.group), codeOrMask(one.reason)];
    const sum = sums.get(`${group} ${reason}`) ?? { group, reason, amount: 0 };
    sum.amount += one.amount;
    sums.set(`${group} ${reason}`, sum);
  }
  return [...sums.values()].filter(({ amount }) => amount > 0).toSorted((a, b) => b.amount - a.amount);
}

/** Whether an adjustment is neither agreed nor owed by another party. */
function isReduction({ group, reason }: PaymentAdjustment): boolean {
  if (reason === paidToPatient || reason === reportingOnly) return false;
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

/** Whether nothing remains to be paid: the patient or another payer owes it, or nothing was charged. */
function isSettled(payment: ClaimPayment, all: readonly PaymentAdjustment[]): boolean {
  const isElsewhere = all.some(
    ({ group, reason }) =>
      (group === 'OA' && reason === priorPayer) ||
      (group === 'CO' && reason === '24') ||
      reason === paidToPatient,
  );
  const reported = all.filter(({ reason }) => reason === reportingOnly);
  const billed = payment.charge - reported.reduce((sum, { amount }) => sum + amount, 0);
  return billed === 0 || isElsewhere || patientResponsibility(payment) > 0;
}

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

export const movesMoney = (outcome: PaymentOutcome): boolean =>
  outcome !== 'estimate' && outcome !== 'forwarded';

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
