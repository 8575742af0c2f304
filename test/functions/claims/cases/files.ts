import { writeClaimAcknowledgments } from '#x12/277ca/write-claim-acknowledgments.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import { officeVisit } from '../../../fixtures/x12/claim.ts';
import { remittanceOf, transfer } from '../../../fixtures/x12/remittance.ts';
import {
  type Acknowledgment,
  chargeOf,
  clinic,
  type FileAnswer,
  type Payment,
  paidOf,
  payers,
  type Remittance,
  type Response,
  sum,
} from './responses.ts';

/** A visit of one patient, and the numbers of its claims by member of the chain. */
export interface Visit {
  readonly number: string;
  readonly memberId: string;
  readonly day: string;
  readonly lines: Readonly<Record<string, number>>;
  /** BHT03 of the file with which its claim was sent. */
  readonly batch?: string;
  numberOf(of: Payment['of']): string;
}

/** A file with claims of the visit: BHT03, and its control numbers. */
export interface Sending {
  readonly batch: string;
  readonly group: string;
  readonly interchange: string;
}

const procedures: Readonly<Record<string, string>> = {
  ...{ L1: '99213', L2: '94010', L3: '81002', N1: '99214' },
  ...{ E1: '80050', E2: '84453', E3: '99213' },
};
const procedureOf = (line: string) => ({ qualifier: 'HC', code: procedures[line] ?? '99213' });

const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** When a response is written. */
export const writtenAt = (response: Response): Date =>
  new Date(`${dayFromNow(response.day)}T${response.kind === '835' ? '08:00' : response.at}:00Z`);

let interchanges = 0;

function envelopeFrom(sender: string, moment: Date): FileEnvelope {
  const number = ++interchanges;
  return {
    ...{ senderQualifier: 'ZZ', sender, receiverQualifier: 'ZZ', receiver: '12345678' },
    ...{ moment, interchangeNumber: number, groupNumber: number, usage: 'P' },
  };
}

const patient = { lastName: 'FERN', firstName: 'OLIVE', idQualifier: 'MI' };

/** The claims of visits in one 837P, as a billing system writes it. */
export const claimsFile = (visits: readonly Visit[]): Buffer =>
  writeClaims(visits.map(claimOf), { ...envelopeFrom('CLINIC', new Date()), receiver: payers.plan.id });

function claimOf({ number, memberId, day, lines }: Visit): WritableClaim {
  const amounts = Object.values(lines).map((dollars) => dollars * 100);
  return {
    ...officeVisit,
    ...{
      patientControlNumber: number,
      totalCharge: sum(amounts),
      diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
    },
    subscriber: {
      ...officeVisit.subscriber,
      ...{ ...patient, id: memberId, claimFiling: 'CI' },
      payer: {
        role: 'PR',
        entityType: '2',
        lastName: payers.plan.name,
        idQualifier: 'PI',
        id: payers.plan.id,
      },
    },
    lines: Object.keys(lines).map((name, n) => ({
      ...{ procedure: procedureOf(name), charge: amounts[n] ?? 0, unit: 'UN', quantity: 1 },
      ...{ diagnosisPointers: [1], serviceDate: day, controlNumber: name },
    })),
  };
}

/** A remittance about the visit. `position` is its place among the responses, for a trace that every order keeps. */
export function remittanceFile(visit: Visit, remittance: Remittance, position: number): Buffer {
  const { payer, payee, payments } = remittance;
  const date = dayFromNow(remittance.day);
  const total = sum(payments.map(paidOf));
  const amount = Math.max(0, total);
  const transferred = amount === 0 ? { method: 'NON', handling: 'H' } : { method: 'ACH', handling: 'I' };
  const forward = {
    provider: payee.id,
    fiscalPeriod: '2026-12-31',
    reason: 'FB',
    reference: 'X',
    amount: total,
  };
  const input = remittanceOf(
    payments.map((one) => claimPayment(visit, one)),
    {
      payment: {
        ...transfer,
        ...{
          ...transferred,
          amount,
          date,
          originator: payer.originator,
          trace: `T${visit.number}${remittance.trace ?? position}`,
        },
      },
      payer: {
        ...{ name: payer.name, idQualifier: 'XV', id: payer.id },
        address: { lines: ['1 PAYER WAY'], city: 'DENVER', state: 'CO', postalCode: '80202' },
        contacts: [{ function: 'BL', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
      },
      payee: {
        ...{ name: 'VALLEY CLINIC', idQualifier: payee.idQualifier, id: payee.id, address: {} },
        ...(payee.taxId && { references: [{ qualifier: 'TJ', value: payee.taxId }] }),
      },
      productionDate: date,
      providerAdjustments: total < 0 ? [forward] : [],
    },
  );
  return writeRemittances([input], envelopeFrom(payer.id, writtenAt(remittance)));
}

function claimPayment(visit: Visit, payment: Payment) {
  const { status, frequency, remarks, icn, of } = payment;
  const { served = visit.day } = payment;
  const whole = payment.lines.filter(({ name }) => name === 'all');
  const lines = payment.lines.filter((line) => !whole.includes(line));
  const adjustments = [...whole.flatMap((line) => line.adjustments), ...payment.adjustments];
  const responsibility = sum(
    [...lines.flatMap((line) => line.adjustments), ...adjustments].map((one) =>
      one.group === 'PR' ? one.amount : 0,
    ),
  );
  return {
    ...{
      patientControlNumber: `${visit.numberOf(of)}${payment.isMisspelled ? 'Z' : ''}`,
      statusCode: status,
      charge: chargeOf(payment),
    },
    ...{ paid: paidOf(payment), ...(status !== '22' && { patientResponsibility: responsibility }) },
    ...{ filingIndicator: '12', payerControlNumber: `${icn}${visit.number}`, facilityType: '11', frequency },
    ...{
      adjustments,
      patient: payment.patient ?? { entity: 'QC', type: '1', ...patient, id: visit.memberId },
    },
    ...(remarks.length > 0 && { outpatient: {}, remarks }),
    lines: lines.map((line) => ({
      ...procedureIn(payment, line.name),
      ...{ charge: line.charge, paid: line.paid, units: 1 },
      ...{ serviceDate: served, adjustments: line.adjustments },
      ...(!payment.isUnnumbered && { lineControlNumber: billedName(line.name) }),
    })),
  };
}

const billedName = (name: string): string => name.replace(/#.*/, '');

function procedureIn({ recoded }: Payment, name: string) {
  const billed = procedureOf(billedName(name));
  const code = recoded[name];
  return code === undefined
    ? { procedure: billed }
    : { procedure: { ...billed, code }, billedProcedure: billed };
}

export function acknowledgmentFile(visit: Visit, answer: Acknowledgment): Buffer {
  const { payer, icn } = answer;
  const date = dayFromNow(answer.day);
  const [category = '', code = '', entity] = answer.code.split(':');
  const isRejection = /^A[34678]$/.test(category);
  const envelope = envelopeFrom(payer.id, writtenAt(answer));
  const amount = Math.round(sum(Object.values(visit.lines)) * 100);
  const isPayer = payer.id !== payers.clearinghouse.id;
  const status = {
    patient: { ...patient, id: visit.memberId },
    numbers: {
      trn02: `${visit.numberOf(answer.of)}${answer.isMisspelled ? 'Z' : ''}`,
      ...(icn !== undefined && { ref_1k: `${icn}${visit.number}` }),
    },
    statuses: [{ reasons: [{ category, code, entity }], date, action: isRejection ? 'U' : 'WQ', amount }],
    ...{ serviceDate: visit.day, serviceDateEnd: visit.day },
  };
  return writeClaimAcknowledgments(
    [
      {
        ...{ reference: `A${envelope.interchangeNumber}`, sourceTrace: `S${envelope.interchangeNumber}` },
        source: isPayer
          ? { entity: 'PR', name: payer.name, idQualifier: 'PI', id: payer.id }
          : { entity: 'AY', name: payer.name, idQualifier: '46', id: payer.id },
        ...{ received: date, processed: date, batch: (answer.namesFirstFile && visit.batch) || 'UNKNOWN' },
        receiver: { entity: '41', name: 'GRANARY BILLING', idQualifier: '46', id: '12345678' },
        providers: [
          {
            provider: { entity: '85', name: 'VALLEY CLINIC', idQualifier: 'XX', id: clinic.id },
            claims: [status],
          },
        ],
      },
    ],
    envelope,
  );
}

/** A 999 or TA1 about a file that was sent. */
export function fileAnswer({ group, interchange }: Sending, answer: FileAnswer): string {
  const own = String(++interchanges).padStart(9, '0');
  const moment = writtenAt(answer).toISOString().replace(/[-:]/g, '');
  const [day, time] = [moment.slice(0, 8), moment.slice(9, 13)];
  const isAccepted = answer.verdict === 'accepted';
  const blanks = ' '.repeat(10);
  const parties = `ZZ*${payers.plan.id.padEnd(15)}*ZZ*${'12345678'.padEnd(15)}`;
  const header = `ISA*00*${blanks}*00*${blanks}*${parties}*${day.slice(2)}*${time}*^*00501*${own}*0*P*:`;
  if (answer.kind === 'TA1') {
    const reply = `TA1*${interchange}*${day.slice(2)}*${time}*${isAccepted ? 'A*000' : 'R*018'}`;
    return written([header, reply, `IEA*0*${own}`]);
  }
  const number = Number(own);
  const set = ['AK2*837*0001*005010X222A1', ...(isAccepted ? ['IK5*A'] : claimError)];
  const ends = { accepted: 'AK9*A*1*1*1', cause: 'AK9*R*1*1*0', whole: 'AK9*R*1*1*0*2' };
  const body = [
    ...['ST*999*0001*005010X231A1', `AK1*HC*${group}*005010X222A1`],
    ...(answer.verdict === 'whole' ? [] : set),
    ends[answer.verdict],
  ];
  return written([
    ...[header, `GS*FA*${payers.plan.id}*12345678*${day}*${time}*${number}*X*005010X231A1`, ...body],
    ...[`SE*${body.length + 1}*0001`, `GE*1*${number}`, `IEA*1*${own}`],
  ]);
}

const claimError = ['IK3*CLM*12*2300*8', 'IK4*2*782*7*X', 'IK5*R*5'];
const written = (segments: readonly string[]): string => segments.map((segment) => `${segment}~`).join('');
