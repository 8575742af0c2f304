import { patientResponsibility } from '#x12/835/balance.ts';
import type { ClaimPayment, PaymentAdjustment, ServicePayment } from '#x12/835/model.ts';
import { lineBundledInto } from '#x12/837p/check/coverage-balance.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import type { Adjustment, LineAdjudication, OtherCoverage } from '#x12/837p/model/other-coverage.ts';
import type { Patient, Subscriber } from '#x12/837p/model/party.ts';
import type { LineMatch } from '../remittances/match-lines.ts';

/** Payer sequence by SBR01, in the order of responsibility. */
const sequences = ['P', 'S', 'T', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

/**
 * Returns the other coverage of the payer that comes next, and has not adjudicated the claim yet.
 *
 * @param sequence SBR01 of the wanted payer; by default the one after the payer of the claim
 */
export function nextCoverage(claim: ProfessionalClaim, sequence?: string): OtherCoverage | undefined {
  const place = (one: string | undefined): number => sequences.indexOf(one ?? '');
  const open = claim.otherCoverages.filter(
    ({ payerSequence, payerPaid }) =>
      payerPaid === undefined &&
      (sequence === undefined
        ? place(payerSequence) > place(claim.subscriber.payerSequence)
        : payerSequence === sequence),
  );
  return open.toSorted((a, b) => place(a.payerSequence) - place(b.payerSequence))[0];
}

/** SBR01 of the payer after that of the claim. */
export const nextSequence = ({ subscriber: { payerSequence } }: ProfessionalClaim): string =>
  sequences[sequences.indexOf(payerSequence ?? 'P') + 1] ?? 'U';

/**
 * Returns the claim for the next payer, with the adjudication of its payer as other coverage. Other coverages of the claim
 * stay, and so do adjudications of earlier payers.
 *
 * @param coverage of the next payer; without one the subscriber comes with the request
 */
export function secondaryContent(
  claim: ProfessionalClaim,
  adjudicated: Adjudicated,
  coverage: OtherCoverage | undefined,
  patientControlNumber: string,
): ProfessionalClaim {
  const { priorAuthorization, referral, originalClaimNumber, clearinghouseTrace, ...references } =
    claim.references ?? {};
  const payerId = claim.subscriber.payer?.id;
  const { patient, ...rest } = claim;
  const decided = levelsOf(adjudicated);
  const lines = claim.lines.map((line, n) =>
    adjudicatedLine(line, n + 1, { ...adjudicated, payerId, decided }),
  );
  return {
    ...rest,
    ...(coverage === undefined ? peopleOf(claim) : coveredPeople(claim, coverage)),
    patientControlNumber,
    frequency: '1',
    references,
    otherCoverages: [
      adjudicatedCoverage(claim, adjudicated, decided),
      ...claim.otherCoverages.filter((one) => one !== coverage),
    ],
    lines: lines.map((line) => withBundles(line, payerId, lines)),
  };
}

interface People {
  readonly subscriber: Subscriber;
  readonly patient?: Patient | undefined;
}

const peopleOf = ({ subscriber, patient }: ProfessionalClaim): People => ({ subscriber, patient });

/** Subscriber and patient under another coverage. The patient is the same person; birth date and gender come from there. */
function coveredPeople(claim: ProfessionalClaim, coverage: OtherCoverage): People {
  const person = claim.patient ?? claim.subscriber;
  const { subscriber: insured, payer, relationship } = coverage;
  const isSelf = relationship === '18';
  const { birthDate, gender, deathDate, weight, pregnant, address } = person;
  const facts = { birthDate, gender, deathDate, weight, pregnant };
  const subscriber: Subscriber = {
    ...{ role: 'IL', entityType: insured?.entityType ?? '1' },
    lastName: insured?.lastName ?? (isSelf ? person.lastName : undefined),
    firstName: insured?.firstName ?? (isSelf ? person.firstName : undefined),
    middleName: insured?.middleName,
    suffix: insured?.suffix,
    idQualifier: insured?.idQualifier ?? 'MI',
    id: insured?.id,
    address: insured?.address ?? (isSelf ? address : undefined),
    references: [],
    contacts: [],
    ...(isSelf && facts),
    payerSequence: coverage.payerSequence,
    ...(isSelf && { relationship }),
    groupNumber: coverage.groupNumber,
    groupName: coverage.groupName,
    insuranceType: coverage.insuranceType,
    claimFiling: coverage.claimFiling,
    payer: {
      ...{ role: 'PR', entityType: '2', lastName: payer?.lastName },
      ...{ idQualifier: payer?.idQualifier, id: payer?.id, address: payer?.address },
      ...{ references: payer?.references ?? [], contacts: [], billingProviderIds: [] },
    },
  };
  if (isSelf) return { subscriber };
  const { lastName, firstName, middleName, suffix } = person;
  return {
    subscriber,
    patient: {
      ...{ role: 'QC', entityType: '1', lastName, firstName, middleName, suffix, address },
      ...{ references: [], contacts: [], relationship, ...facts },
    },
  };
}

/** Payers must return 20 characters of a patient control number, so the suffix stays among them. */
const keptLength = 20;

/** The secondary claim gets another number, so responses of the two payers cannot be confused. */
export function secondaryNumber(patientControlNumber: string, sequence: string): string {
  const suffix = `-${sequence}`;
  return `${patientControlNumber.slice(0, keptLength - suffix.length)}${suffix}`;
}

/** A payment with the lines of the claim that it adjudicated, and the day of the adjudication. */
interface Adjudicated {
  readonly payment: ClaimPayment;
  readonly lines: readonly LineMatch[];
  readonly date: string | undefined;
}

/** The level, claim or line, of what the guide allows on one of them only. */
interface DecidedLevels {
  /** DTP*573: on the lines that the payer decided, else in 2330B. */
  readonly date: 'claim' | 'line';
  /** AMT*EAF: where the payer reported the patient responsibility. */
  readonly liability: 'claim' | 'line';
}

/** A part of the responsibility that no line can hold, because it is one of the claim, moves all of it to the claim. */
function levelsOf({ payment, lines }: Adjudicated): DecidedLevels {
  const isBilled = (n: number): boolean => lines[n]?.billed_line !== undefined;
  const onLines = payment.lines.reduce((sum, line, n) => sum + (isBilled(n) ? responsibilityOf(line) : 0), 0);
  return {
    date: payment.lines.some((_, n) => isBilled(n)) ? 'line' : 'claim',
    liability: onLines > 0 && onLines === patientResponsibility(payment) ? 'line' : 'claim',
  };
}

const responsibilityOf = ({ adjustments }: Pick<ServicePayment, 'adjustments'>): number =>
  adjustments.reduce((sum, { group, amount }) => sum + (group === 'PR' ? amount : 0), 0);

/** Remark codes of MOA03 to MOA07. */
const maxRemarks = 5;

/** The coverage of the payer that adjudicated the claim: loops 2320, 2330A and 2330B. */
function adjudicatedCoverage(
  claim: ProfessionalClaim,
  { payment, date }: Adjudicated,
  decided: DecidedLevels,
): OtherCoverage {
  const { subscriber } = claim;
  const { payer } = subscriber;
  const responsibility = patientResponsibility(payment);
  const remarks = payment.remarks.slice(0, maxRemarks);
  return {
    payerSequence: subscriber.payerSequence,
    relationship: subscriber.relationship ?? claim.patient?.relationship,
    groupNumber: subscriber.groupNumber,
    groupName: subscriber.groupName,
    insuranceType: subscriber.insuranceType,
    claimFiling: subscriber.claimFiling,
    adjustments: adjustmentsOf(payment.adjustments),
    payerPaid: payment.paid,
    ...(responsibility > 0 && decided.liability === 'claim' && { remainingLiability: responsibility }),
    benefitsAssigned: claim.benefitsAssigned,
    signatureSource: claim.signatureSource,
    releaseOfInformation: claim.releaseOfInformation,
    ...((remarks.length > 0 || payment.outpatient !== undefined) && {
      outpatient: { ...payment.outpatient, remarks },
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
      ...(decided.date === 'claim' && { adjudicationDate: date }),
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

interface LineFacts extends Adjudicated {
  readonly payerId: string | undefined;
  readonly decided: DecidedLevels;
}

/** A line with the adjudication of the payer: loop 2430. */
function adjudicatedLine(
  line: ServiceLine,
  place: number,
  { payment, lines, date, payerId, decided }: LineFacts,
): ServiceLine {
  const own = payment.lines.filter((_, n) => lines[n]?.billed_line === place);
  const added = own.map(({ procedure, paid, units, adjustments }): LineAdjudication => {
    const responsibility = responsibilityOf({ adjustments });
    return {
      payerId: payerId ?? '',
      paid,
      procedure: { ...procedure, description: undefined },
      quantity: units,
      adjustments: adjustmentsOf(adjustments),
      adjudicationDate: date,
      ...(decided.liability === 'line' && responsibility > 0 && { remainingLiability: responsibility }),
    };
  });
  return {
    ...line,
    adjudications: [...line.adjudications.filter((one) => one.payerId !== payerId), ...added],
  };
}

/** A line that its payer bundled into another one names it in SVD06. */
const withBundles = (
  line: ServiceLine,
  payerId: string | undefined,
  lines: readonly ServiceLine[],
): ServiceLine => ({
  ...line,
  adjudications: line.adjudications.map((own) => {
    const into = own.payerId === payerId ? lineBundledInto(line, own, lines) : undefined;
    return into === undefined ? own : { ...own, bundledLine: into.number ?? lines.indexOf(into) + 1 };
  }),
});

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
