import type { Claim } from '#claims/claims/claim.ts';
import { areOneChain } from '#claims/claims/read-chains.ts';
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
} from '#claims/files/claim-lookup.ts';
import { isReversal } from '#x12/835/reversal.ts';
import {
  type Evidence,
  type Criterion as EvidenceCriterion,
  evidenceOf,
  failedCriteria,
  type OfficeProviders,
  type PayerAndPayee,
  serviceDates,
} from './evidence.ts';
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
  /** `failed`: why it is not for the claim that has its number. */
  | { readonly result: 'unmatched'; readonly failed?: readonly EvidenceCriterion[] };

export interface KnownClaims {
  /** By CLP01. */
  readonly byNumber: readonly Claim[];
  /** By CLP07. */
  readonly byPayerControl: readonly Claim[];
}

/**
 * Matches by patient control number, else by the payer's number; never by name. A claim with the number counts only if no
 * criterion of {@link failedCriteria} speaks against it. Billing provider, payer's number, frequency, dates and amount distinguish
 * the others. Which claim of a chain it is about follows from what is known of them (`claims/assignment.ts`).
 */
export function matchPayment(
  payment: StoredClaimPayment,
  remittance: PayerAndPayee,
  { byNumber, byPayerControl }: KnownClaims,
  office: OfficeProviders,
): PaymentMatch {
  const weighed = (['patient_control_number', 'payer_control_number'] as const).flatMap((by) =>
    (by === 'patient_control_number' ? byNumber : byPayerControl).map((claim) => {
      const evidence = evidenceOf(payment, remittance, claim, office);
      return { claim, by, patient: evidence.patient, failed: failedCriteria(evidence, by) };
    }),
  );
  const fitting = weighed.filter(({ failed }) => failed.length === 0);
  // A misspelled number may be that of another patient.
  const isMistaken = fitting.every((one) => one.by === 'payer_control_number' || one.patient === 'differs');
  const meant = fitting.find((one) => one.by === 'payer_control_number' && one.patient === 'agrees');
  const by = (isMistaken ? meant : undefined)?.by ?? fitting[0]?.by;
  if (by === undefined) {
    const failed = weighed.toSorted((a, b) => a.failed.length - b.failed.length)[0]?.failed;
    return { result: 'unmatched', ...(failed && { failed }) };
  }
  const candidates = fitting.flatMap((one) => (one.by === by ? one.claim : []));
  const { claims, by: narrowed_by } = narrowClaims(candidates, criteriaOf(payment, remittance.payee));
  const claim = areOneChain(claims) ? claims.at(-1) : undefined;
  if (claim === undefined) return { result: 'ambiguous', claims };
  const evidence = evidenceOf(payment, remittance, claim, office);
  return { result: 'matched', claim, by, narrowed_by, differs_in: differences(evidence) };
}

/** Whether the payment names another patient than the claim that has its number. */
export const isOfOtherPatient = (
  payment: StoredClaimPayment,
  remittance: PayerAndPayee,
  match: PaymentMatch,
  office: OfficeProviders,
): boolean =>
  match.result === 'matched' && evidenceOf(payment, remittance, match.claim, office).patient === 'differs';

export const payeeNumbers = (payee: StoredRemittance['payee']) => ({
  npi: payee.id_qualifier === 'XX' ? payee.id : undefined,
  taxId: payee.tax_id,
});

function criteriaOf(payment: StoredClaimPayment, payee: StoredRemittance['payee']): readonly Criterion[] {
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

/** What a person should see, although the payment is for the claim. Payers name themselves in many ways. */
const differences = (evidence: Evidence): readonly string[] =>
  (['payee', 'amount', 'dates'] as const)
    .filter((name) => evidence[name] === 'differs')
    .map((name) => (name === 'payee' ? 'provider' : name));
