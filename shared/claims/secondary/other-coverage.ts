import type { ClaimPayment, PaymentAdjustment } from '#x12/835/types.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import type { Adjustment, LineAdjudication, OtherCoverage } from '#x12/837p/model/other-coverage.ts';
import type { LineMatch } from '../responses/remittance/match-lines.ts';
import { patientResponsibility } from '../responses/remittance/payment-outcome.ts';

/** A payment with the lines of the claim that it adjudicated, and the day of the adjudication. */
export interface Adjudicated {
  readonly payment: ClaimPayment;
  readonly lines: readonly LineMatch[];
  readonly date: string | undefined;
}

/** Remark codes of MOA03 to MOA07. */
const maxRemarks = 5;

/** The coverage of the payer that adjudicated the claim: loops 2320, 2330A and 2330B. */
export function adjudicatedCoverage(claim: ProfessionalClaim, { payment, date }: Adjudicated): OtherCoverage {
  const { subscriber } = claim;
  const { payer } = subscriber;
  const responsibility = patientResponsibility(payment);
  const remarks = payment.remarks.slice(0, maxRemarks);
  const { reimbursementRate, payableAmount } = payment.outpatient ?? {};
  return {
    payerSequence: subscriber.payerSequence,
    relationship: subscriber.relationship ?? claim.patient?.relationship,
    groupNumber: subscriber.groupNumber,
    groupName: subscriber.groupName,
    insuranceType: subscriber.insuranceType,
    claimFiling: subscriber.claimFiling,
    adjustments: adjustmentsOf(payment.adjustments),
    payerPaid: payment.paid,
    ...(responsibility > 0 && { remainingLiability: responsibility }),
    benefitsAssigned: claim.benefitsAssigned,
    signatureSource: claim.signatureSource,
    releaseOfInformation: claim.releaseOfInformation,
    ...((remarks.length > 0 || payment.outpatient !== undefined) && {
      outpatient: { reimbursementRate, procedureAmount: payableAmount, remarks },
    }),
    subscriber: {
      ...nameOf(subscriber),
      role: 'IL',
      idQualifier: subscriber.idQualifier,
      // The payer may have corrected the member id (NM1*74).
      id: correctedId(payment) ?? subscriber.id,
      address: subscriber.address,
      references: [],
      contacts: [],
    },
    payer: {
      ...nameOf(payer),
      role: 'PR',
      entityType: '2',
      idQualifier: payer?.idQualifier,
      id: payer?.id,
      address: payer?.address,
      references: [],
      contacts: [],
      // The lines have the day, if there are any.
      ...(payment.lines.length === 0 && { adjudicationDate: date }),
      priorAuthorization: claim.references?.priorAuthorization,
      referral: claim.references?.referral,
      claimControlNumber: payment.payerControlNumber || undefined,
    },
    providers: [],
  };
}

const nameOf = (party: ProfessionalClaim['subscriber'] | ProfessionalClaim['subscriber']['payer']) => ({
  entityType: party?.entityType ?? '',
  lastName: party?.lastName,
  firstName: party?.firstName,
  middleName: party?.middleName,
  suffix: party?.suffix,
});

const correctedId = ({ correctedInsured: corrected }: ClaimPayment): string | undefined =>
  corrected?.idQualifier === 'C' ? corrected.id : undefined;

/** A line with the adjudication of the payer: loop 2430. */
export function adjudicatedLine(
  line: ServiceLine,
  place: number,
  payerId: string | undefined,
  { payment, lines, date }: Adjudicated,
): ServiceLine {
  const own = payment.lines.filter((_, n) => lines[n]?.billed_line === place);
  const added = own.map(
    ({ procedure, paid, unitsPaid, adjustments }): LineAdjudication => ({
      payerId: payerId ?? '',
      paid,
      procedure: { ...procedure, description: undefined },
      quantity: unitsPaid,
      adjustments: adjustmentsOf(adjustments),
      adjudicationDate: date,
    }),
  );
  return {
    ...line,
    adjudications: [...line.adjudications.filter((one) => one.payerId !== payerId), ...added],
  };
}

/** The reasons of each group together, because each group has one CAS. Zero amounts are not reported. */
function adjustmentsOf(adjustments: readonly PaymentAdjustment[]): readonly Adjustment[] {
  const groups = Map.groupBy(
    adjustments.filter(({ amount }) => amount !== 0),
    ({ group }) => group,
  );
  return [...groups.values()]
    .flat()
    .map(({ group, reason, amount, quantity }) => ({ group, reason, amount, quantity }));
}
