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

/** The claim that a claim of a remittance is about, and how that was found out. */
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

/** Claims that are known by the numbers of a claim payment. */
export interface KnownClaims {
  /** By CLP01. */
  readonly byNumber: readonly Claim[];
  /** By CLP07. */
  readonly byPayerControl: readonly Claim[];
}

type Payee = Pick<StoredRemittance, 'payee'>;

/**
 * Matches by patient control number, and by the payer's number where that is not known (x12/835.md section 9); never
 * by name. Claims of one number are told apart by billing provider, payer's number, frequency, dates and amount.
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

/** NPI and tax id of the payee. */
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

/** A reversal names the number of what it takes back; any other payment may bring a new one. */
const samePayerControl = ({ payerControlNumber }: StoredClaimPayment): Criterion => ({
  name: 'payer_control_number',
  holds: ({ payer_control_number }) =>
    isUsableNumber(payerControlNumber) && payer_control_number === payerControlNumber,
});

/** A correction is often sent under the number of its original. A reversal is of what was paid, the original. */
const sameFrequency = (payment: StoredClaimPayment): Criterion => ({
  name: 'frequency',
  holds: ({ frequency }) => !isReversal(payment) && payment.frequency === frequency,
});

/** Days of the lines, else of the statement. */
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
