import { adjustmentSegments, contactNumbers, procedure } from '../837p/model/supplement.ts';
import { amount, code, type Described, date, decimal, record, text } from '../description/field.ts';
import {
  always,
  compositeRecord,
  custom,
  customList,
  customRecord,
  customRecords,
  elementGroup,
  elements,
  group,
  inSegment,
  loopRecord,
  loopRecords,
  memory,
  noted,
  optional,
  optionalComposite,
  present,
  required,
  segmentRecord,
  segmentRecords,
  segmentValue,
} from '../description/places.ts';
import type { Position } from '../reader/segment.ts';
import { inpatientSegment, outpatientSegment, serviceDates } from './custom-segments.ts';
import { type ClaimHeader, inpatient, outpatient } from './summaries.ts';

/**
 * Typed 835. Amounts are integer cents, dates `YYYY-MM-DD`. Absent values are undefined, absent lists empty. Fields have the
 * order of JSON; `about` names those that `show` lists by their description.
 */

const referenceFields = { qualifier: required(1, code(3)), value: required(2, text(50)) };

/** REF or LQ. */
export interface ReferenceNumber extends Described<typeof referenceFields> {}

const reference = record<ReferenceNumber>(referenceFields);

const contactFields = {
  /** CX business, BL technical, IC web site. */
  function: required(1, code(2)),
  name: optional(2, text(60)),
  numbers: contactNumbers,
};

/** PER. */
export interface PayerContact extends Described<typeof contactFields> {}

const contact = record<PayerContact>(contactFields);

const addressFields = {
  ...inSegment('N3', { lines: always(elements(1, 2, text(55))) }),
  ...inSegment('N4', {
    city: optional(1, text(30)),
    state: optional(2, code(2)),
    postalCode: optional(3, code(15)),
    country: optional(4, code(3)),
  }),
};

export interface RemittanceAddress extends Described<typeof addressFields> {}

const payeeFields = {
  ...inSegment('N1', {
    name: required(2, text(60)),
    /** XX NPI, FI tax id, XV plan id. */
    idQualifier: optional(3, code(2)),
    id: optional(4, text(80)),
  }),
  address: present(group(record<RemittanceAddress>(addressFields))),
  references: always(segmentRecords('REF', reference, 99)),
  position: noted<Position>(),
};

export interface RemittancePayee extends Described<typeof payeeFields> {}

const payerFields = { ...payeeFields, contacts: always(segmentRecords('PER', contact, 99)) };

export interface RemittancePayer extends Described<typeof payerFields> {}

const accountFields = {
  bankQualifier: optional(1, code(2)),
  bank: optional(2, text(12)),
  accountQualifier: optional(3, code(3)),
  account: optional(4, text(35)),
};

interface BankAccount extends Described<typeof accountFields> {}

const account = record<BankAccount>(accountFields);

const paymentFields = {
  ...inSegment('BPR', {
    amount: required(2, amount),
    /** ACH, CHK, FWT, BOP, NON. */
    method: required(4, code(3)),
    /** For example I remittance only, H notification only. */
    handling: required(1, code(2)),
    /** C credit, D debit. */
    direction: required(3, code(1)),
    /** Check issue or transfer date. */
    date: optional(16, date),
  }),
  ...inSegment('TRN', {
    /** Check number or trace of the transfer. */
    trace: required(2, text(50)),
    /** 1 and the tax id of the payer. */
    originator: required(3, text(10)),
  }),
  ...inSegment('BPR', {
    format: optional(5, code(10)),
    sender: elementGroup(6, account),
    /** The payer at its bank; repeats the originator. */
    company: optional(10, code(10)),
    receiver: elementGroup(12, account),
  }),
  tracePosition: memory<Position>(),
  position: noted<Position>(),
};

/** BPR and TRN. */
export interface Payment extends Described<typeof paymentFields> {}

const remittanceFields = {
  payment: present(group(record<Payment>(paymentFields, { fixed: [['TRN', 1, 0, '1']] }))),
  payer: present(loopRecord('1000A', record<RemittancePayer>(payerFields))),
  payee: present(loopRecord('1000B', record<RemittancePayee>(payeeFields))),
  /** REF*EV and REF*F2 of the header. */
  references: always(segmentRecords('REF', reference, 2)),
  /** Cut-off date. */
  productionDate: segmentValue('DTM-405', date),
  /** Undefined for US dollars. */
  ...inSegment('CUR', { currency: optional(2, code(3), { qualifier: 'PR' }) }),
  position: noted<Position>(),
};

export interface Remittance extends Described<typeof remittanceFields> {}

export const remittance = record<Remittance>(remittanceFields);

const partyFields = {
  entity: required(1, code(3)),
  /** 1 person, 2 organization. */
  type: required(2, code(1)),
  lastName: optional(3, text(60)),
  firstName: optional(4, text(35)),
  middleName: optional(5, text(25)),
  suffix: optional(7, text(10)),
  idQualifier: optional(8, code(2)),
  id: optional(9, text(80)),
};

/** NM1. */
export interface PaymentParty extends Described<typeof partyFields> {}

const party = record<PaymentParty>(partyFields);

const adjustmentFields = {
  /** CO, OA, PI, PR. */
  group: required(1, code(2)),
  reason: required(2, code(5)),
  amount: required(3, amount),
  quantity: optional(4, decimal),
};

/** One triplet of a CAS. */
export interface PaymentAdjustment extends Described<typeof adjustmentFields> {}

const adjustments = always(customRecords(record<PaymentAdjustment>(adjustmentFields), 594));
const reasons = adjustmentSegments<PaymentAdjustment>(0);

const amountFields = { qualifier: required(1, code(3)), amount: required(2, amount) };

export interface QualifiedAmount extends Described<typeof amountFields> {}

const quantityFields = { qualifier: required(1, code(3)), quantity: required(2, decimal) };

interface QualifiedQuantity extends Described<typeof quantityFields> {}

/** AMT and QTY of a claim or line. No sum of the remittance contains them. */
const supplements = {
  amounts: always(segmentRecords('AMT', record<QualifiedAmount>(amountFields), 13)),
  quantities: always(segmentRecords('QTY', record<QualifiedQuantity>(quantityFields), 14)),
};

const lineFields = {
  /** From 1 in the claim. */
  number: noted<number>(),
  ...inSegment('SVC', {
    procedure: compositeRecord(1, procedure),
    charge: required(2, amount),
    paid: required(3, amount),
    units: required(5, decimal, { implied: 1 }),
    revenueCode: optional(4, text(48)),
  }),
  serviceDate: custom(date),
  /** Only of a period of several days. */
  serviceDateEnd: custom(date),
  /** REF*6R: line item control number of the 837. */
  lineControlNumber: segmentValue('REF-6R', text(50)),
  ...inSegment('SVC', {
    /** The billed procedure, when the payer changed it. */
    billedProcedure: optionalComposite(6, procedure),
    billedUnits: optional(7, decimal),
  }),
  adjustments,
  /** HE remark code, RX reject code of the pharmacy standard. */
  remarks: always(segmentRecords('LQ', reference, 99)),
  references: always(segmentRecords('REF', reference, 23)),
  ...supplements,
  position: noted<Position>(),
};

/** Loop 2110. */
export interface ServicePayment extends Described<typeof lineFields> {}

export const line = record<ServicePayment>(lineFields, {
  custom: [serviceDates, reasons],
  numberedBy: 'number',
});

const claimFields = {
  /** From 1 in the transaction set. */
  number: noted<number>(),
  ...inSegment('CLP', {
    patientControlNumber: required(1, text(38)),
    /** 1 primary … 22 reversal. */
    statusCode: required(2, code(2)),
    charge: required(3, amount),
    paid: required(4, amount),
    patientResponsibility: optional(5, amount),
    /** REF*F8 of a replacement or void repeats it. */
    payerControlNumber: required(7, text(50)),
    filingIndicator: required(6, code(2)),
    facilityType: optional(8, code(2)),
    frequency: optional(9, code(1)),
    drg: optional(11, code(4)),
    drgWeight: optional(12, decimal),
    dischargeFraction: optional(13, decimal),
  }),
  patient: segmentRecord('NM1-QC', party),
  insured: segmentRecord('NM1-IL', party),
  /** An id under qualifier C is the corrected member id. */
  correctedInsured: segmentRecord('NM1-74', party),
  renderingProvider: segmentRecord('NM1-82', party),
  crossoverCarrier: segmentRecord('NM1-TT', party),
  correctedPriorityPayer: segmentRecord('NM1-PR', party),
  otherSubscriber: segmentRecord('NM1-GB', party),
  ...inSegment('DTM-statement', {
    statementFrom: optional(2, date, { when: '232' }),
    statementTo: optional(2, date, { when: '233' }),
  }),
  coverageExpiration: segmentValue('DTM-036', date),
  received: segmentValue('DTM-050', date),
  adjustments,
  inpatient: customRecord(inpatient),
  outpatient: customRecord(outpatient),
  /** Remark codes of MIA and MOA. */
  remarks: always(customList(text(50), 10)),
  references: always(segmentRecords('REF', reference, 15)),
  contacts: always(segmentRecords('PER', contact, 2)),
  ...supplements,
  lines: always(loopRecords(['2110'], line, 999)),
  /** Loop 2000 of the claim, one object for all its claims. */
  header: memory<ClaimHeader>(),
  /** False when the set ends inside the claim without SE. */
  isComplete: memory<boolean>(),
  position: noted<Position>(),
};

/** Loop 2100 with its 2110s. */
export interface ClaimPayment extends Described<typeof claimFields> {}

export const claimPayment = record<ClaimPayment>(claimFields, {
  custom: [reasons, inpatientSegment, outpatientSegment],
});

/** One pair of a PLB. A positive amount reduces the payment. */
export interface ProviderAdjustment {
  readonly provider: string;
  /** PLB02: end of the fiscal period. */
  readonly fiscalPeriod: string | undefined;
  readonly reason: string;
  readonly reference: string | undefined;
  readonly amount: number;
  readonly position: Position;
}
