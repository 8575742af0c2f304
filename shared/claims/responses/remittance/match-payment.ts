import { isReversal } from '#x12/835/reversal.ts';
import type { Claim } from '../../claim/claim.ts';
import {
  type Criterion,
  isUsableNumber,
  narrowClaims,
  notClosed,
  sameCharge,
  sameDates,
  sameFoldedNumber,
  sameProvider,
  sameText,
} from '../engine/narrow-claims.ts';
import type { StoredClaimPayment, StoredRemittance } from './stored-remittance.ts';

/** The claim that a payment is for, and how it was found. */
export type PaymentMatch =
  | {
      readonly result: 'matched';
      readonly claim: Claim;
      readonly by: 'patient_control_number' | 'payer_control_number';
      readonly narrowed_by: readonly string[];
      readonly differs_in: readonly string[];
    }
  | { readonly result: 'ambiguous'; readonly claims: readonly Claim[] }
  | { readonly result: 'unmatched' };

export interface KnownClaims {
  /** By CLP01. */
  readonly byNumber: readonly Claim[];
  /** By CLP07. */
  readonly byPayerControl: readonly Claim[];
}

type Payee = Pick<StoredRemittance, 'payee'>;

/**
 * Matches by patient control number, else by the payer's number; never by name. Billing provider, payer's number,
 * frequency, dates and amount distinguish claims with the same number.
 */
export function matchPayment(
  payment: StoredClaimPayment,
  { payee }: Payee,
  { byNumber, byPayerControl }: KnownClaims,
): PaymentMatch {
  const by = byNumber.length > 0 ? 'patient_control_number' : 'payer_control_number';
  const candidates = byNumber.length > 0 ? byNumber : byPayerControl;
  if (candidates.length === 0) return { result: 'unmatched' };
  const { claims, by: narrowed_by } = narrowClaims(candidates, criteriaOf(payment, payee));
  const [claim, another] = claims;
  if (claim === undefined || another !== undefined) return { result: 'ambiguous', claims };
  return { result: 'matched', claim, by, narrowed_by, differs_in: differences(payment, payee, claim) };
}

export const payeeNumbers = (payee: Payee['payee']) => ({
  npi: payee.id_qualifier === 'XX' ? payee.id : undefined,
  taxId: payee.tax_id,
});

function criteriaOf(payment: StoredClaimPayment, payee: Payee['payee']): readonly Criterion[] {
  const number = payment.patientControlNumber;
  const { npi, taxId } = payeeNumbers(payee);
  const { from, to } = serviceDates(payment);
  return [
    sameText(number),
    sameFoldedNumber(number),
    sameProvider(npi, taxId),
    samePayerControl(payment),
    sameFrequency(payment),
    sameDates(from, to),
    sameCharge(payment.charge),
    notClosed,
  ];
}

/** A reversal has the number of the reversed payment. Any other payment may have a new one. */
const samePayerControl = ({ payerControlNumber }: StoredClaimPayment): Criterion => ({
  name: 'payer_control_number',
  holds: ({ payer_control_number }) =>
    isUsableNumber(payerControlNumber) && payer_control_number === payerControlNumber,
});

/** A correction often has the number of its original. A reversal is about the original, which was paid. */
const sameFrequency = (payment: StoredClaimPayment): Criterion => ({
  name: 'frequency',
  holds: ({ frequency }) => !isReversal(payment) && payment.frequency === frequency,
});

/** Dates of the lines, else of the statement. */
function serviceDates({ lines, statementFrom, statementTo }: StoredClaimPayment) {
  const days = lines.flatMap(({ serviceFrom, serviceTo }) => [serviceFrom, serviceTo]);
  const known = days.filter((day) => day !== undefined).toSorted();
  return { from: known[0] ?? statementFrom, to: known.at(-1) ?? statementTo };
}

function differences(payment: StoredClaimPayment, payee: Payee['payee'], claim: Claim): string[] {
  const { npi, taxId } = payeeNumbers(payee);
  const { from } = serviceDates(payment);
  const isPayee = sameProvider(npi, taxId).holds(claim) || (npi === undefined && taxId === undefined);
  const differing = [
    !isPayee && 'provider',
    Math.abs(payment.charge) !== claim.total_charge && 'amount',
    from !== undefined && claim.service_from !== undefined && from !== claim.service_from && 'dates',
  ];
  return differing.filter((name) => name !== false);
}
