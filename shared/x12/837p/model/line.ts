import {
  amount,
  type CustomSegment,
  code,
  compactDay,
  type Described,
  date,
  decimal,
  record,
  text,
  whole,
} from '../../description/field.ts';
import {
  components,
  compositeRecord,
  custom,
  group,
  inSegment,
  loopRecord,
  loopRecords,
  memory,
  optional,
  required,
  segmentRecord,
  segmentRecords,
  segmentValue,
  valuePerSegment,
} from '../../description/places.ts';
import type { Position } from '../../reader/segment.ts';
import { decimalText } from '../../values/decimal-text.ts';
import { adjudication } from './other-coverage.ts';
import { party, reference } from './party.ts';
import { ambulance, attachment, condition, contract, note, procedure, repricing } from './supplement.ts';

const lineDateFields = {
  prescription: segmentValue('DTP-471', date),
  recertification: segmentValue('DTP-607', date),
  beginTherapy: segmentValue('DTP-463', date),
  lastCertification: segmentValue('DTP-461', date),
  lastSeen: segmentValue('DTP-304', date),
  /** Hemoglobin or hematocrit. */
  hemoglobinTest: segmentValue('DTP-738', date, { when: '738' }),
  /** Serum creatine. */
  creatineTest: segmentValue('DTP-738', date, { when: '739' }),
  shipped: segmentValue('DTP-011', date),
  lastXray: segmentValue('DTP-455', date),
  initialTreatment: segmentValue('DTP-454', date),
};

/** DTP of loop 2400 other than the service date. */
interface LineDates extends Described<typeof lineDateFields> {}

const lineReferenceFields = {
  repricedLine: segmentValue('REF-9B', text(50)),
  adjustedRepricedLine: segmentValue('REF-9D', text(50)),
  mammographyCertification: segmentValue('REF-EW', text(50)),
  clia: segmentValue('REF-X4', text(50)),
  referringClia: segmentValue('REF-F4', text(50)),
  immunizationBatch: segmentValue('REF-BT', text(50)),
};

/** REF of loop 2400 that occur once. */
interface LineReferences extends Described<typeof lineReferenceFields> {}

const equipmentFields = {
  procedureCode: required([1, 2], text(48)),
  days: optional(3, decimal),
  rentalPrice: optional(4, amount),
  purchasePrice: optional(5, amount),
  /** 1 weekly, 4 monthly, 6 daily. */
  frequency: optional(6, code(1)),
};

/** SV5. */
interface EquipmentService extends Described<typeof equipmentFields> {}

const equipmentCertificationFields = {
  /** I initial, R renewal, S revised. */
  type: required(1, code(1)),
  months: optional(3, decimal),
};

/** CR3. */
interface EquipmentCertification extends Described<typeof equipmentCertificationFields> {}

const testResultFields = {
  reference: required(1, code(2)),
  measure: required(2, code(3)),
  value: optional(3, decimal),
};

/** MEA. */
interface TestResult extends Described<typeof testResultFields> {}

const purchasedServiceFields = { providerId: required(1, text(50)), charge: optional(2, amount) };

/** PS1. */
interface PurchasedService extends Described<typeof purchasedServiceFields> {}

const drugFields = {
  position: memory<Position>(),
  ...inSegment('LIN', {
    /** N4 for a national drug code. */
    qualifier: required(2, code(2), { default: 'N4' }),
    code: required(3, text(48), { about: 'National drug code: 11 digits' }),
  }),
  ...inSegment('CTP', {
    quantity: optional(4, decimal),
    /** F2, GR, ME, ML or UN. */
    unit: optional([5, 1], code(2)),
  }),
  /** XZ prescription number or VY link sequence number. */
  prescription: segmentRecord('REF', reference),
};

/** Loop 2410. */
interface Drug extends Described<typeof drugFields> {}

const linePartyFields = {
  rendering: loopRecord('2420A', party, { role: '82', idQualifier: 'XX' }),
  purchasedServiceProvider: loopRecord('2420B', party, { role: 'QB', idQualifier: 'XX' }),
  serviceFacility: loopRecord('2420C', party, { role: '77', idQualifier: 'XX' }),
  supervising: loopRecord('2420D', party, { role: 'DQ', idQualifier: 'XX' }),
  ordering: loopRecord('2420E', party, { role: 'DK', idQualifier: 'XX' }),
  referring: loopRecords(['2420F'], party, 2, { role: 'DN', idQualifier: 'XX' }),
  pickUp: loopRecord('2420G', party, { role: 'PW' }),
  dropOff: loopRecord('2420H', party, { role: '45' }),
};

/** Loops 2420A to 2420H. */
interface LineParties extends Described<typeof linePartyFields> {}

const formAnswerFields = {
  question: required(1, text(20)),
  /** N, W or Y. */
  answer: optional(2, code(1)),
  text: optional(3, text(50)),
  /** The API takes any text and leaves the check to the codec. */
  date: optional(4, { ...date, max: 10 }),
  percentage: optional(5, decimal),
};

/** FRM. */
interface FormAnswer extends Described<typeof formAnswerFields> {}

const formFields = {
  position: memory<Position>(),
  ...inSegment('LQ', {
    /** AS or UT. */
    qualifier: required(1, code(2)),
    id: required(2, text(30)),
  }),
  answers: segmentRecords('FRM', record<FormAnswer>(formAnswerFields), 99),
};

/** Loop 2440. */
interface SupportingForm extends Described<typeof formFields> {}

/** LX01 may be missing or no number; the place of the line in the claim is then its number. */
const lineNumber: CustomSegment<{ readonly number?: number | undefined }> = {
  keys: ['LX'],
  read(line, segment) {
    line.number = segment.decimal(1) ?? line.number;
  },
  write({ number }, writer, index) {
    writer.segment('LX', decimalText(number ?? index + 1));
  },
};

/** DTP*472 holds one date (D8) or a first and a last date (RD8). */
const servicePeriod: CustomSegment<ServiceLine> = {
  keys: ['DTP-472'],
  read(line, segment) {
    line.serviceDate = segment.date(3);
    line.serviceDateEnd = segment.endDate(3);
  },
  write({ serviceDate: first, serviceDateEnd: last }, writer) {
    if (first === undefined) return;
    if (last === undefined) writer.segment('DTP', '472', 'D8', compactDay(first));
    else writer.segment('DTP', '472', 'RD8', `${compactDay(first)}-${compactDay(last)}`);
  },
};

/** SV107 has four components; more are an error, and reading stops after twelve. */
const maxPointers = 12;

const lineFields = {
  /** Of the LX segment. */
  position: memory<Position>(),
  /** LX01, or the place in the claim where LX01 is not a number. */
  number: custom(whole(1, 50)),
  ...inSegment('SV1', {
    procedure: compositeRecord(1, procedure),
    /** SV102. */
    charge: optional(2, amount, { about: 'SV102', isRequiredInApi: true }),
    /** SV103: UN units, MJ minutes. */
    unit: optional(3, code(2), { about: 'SV103: UN units, MJ minutes' }),
    quantity: optional(4, decimal),
    /** SV105, only when it differs from that of the claim. */
    placeOfService: optional(5, code(2)),
    /** SV107: indexes, from 1, into the diagnoses of the claim. */
    diagnosisPointers: components(7, 1, maxPointers, whole(1, 12), { max: 4 }),
    /** SV109 Y. */
    emergency: optional(9, code(1)),
    /** SV111 Y. */
    epsdt: optional(11, code(1)),
    /** SV112 Y. */
    familyPlanning: optional(12, code(1)),
    /** SV115 0. */
    copayStatus: optional(15, code(1)),
  }),
  serviceDate: custom(date),
  /** Only where the file has a range (RD8), even one of a single day. */
  serviceDateEnd: custom(date),
  /** REF*6R. */
  controlNumber: segmentValue('REF-6R', text(50), { about: 'REF*6R; the remittance repeats it' }),
  equipment: segmentRecord('SV5', record<EquipmentService>(equipmentFields)),
  attachments: segmentRecords('PWK', attachment, 10),
  /** PWK*CT of the certificate of medical necessity: how it is sent. */
  certificateTransmission: segmentValue('PWK-CT', code(2)),
  ambulance: segmentRecord('CR1', ambulance),
  equipmentCertification: segmentRecord('CR3', record<EquipmentCertification>(equipmentCertificationFields)),
  conditions: segmentRecords('CRC', condition, 5),
  dates: group(record<LineDates>(lineDateFields)),
  ambulancePatients: segmentValue('QTY-PT', decimal),
  obstetricUnits: segmentValue('QTY-FL', decimal),
  testResults: segmentRecords('MEA', record<TestResult>(testResultFields), 5),
  contract: segmentRecord('CN1', contract),
  references: group(record<LineReferences>(lineReferenceFields)),
  /** REF*G1, each perhaps for another payer. */
  priorAuthorizations: segmentRecords('REF-G1', reference, 5),
  /** REF*9F, each perhaps for another payer. */
  referrals: segmentRecords('REF-9F', reference, 5),
  salesTax: segmentValue('AMT-T', amount),
  postage: segmentValue('AMT-F4', amount),
  fixedFormat: valuePerSegment('K3', 1, text(80), 10),
  note: segmentRecord('NTE', note),
  /** NTE*TPO. */
  thirdPartyNote: segmentValue('NTE-TPO', text(80)),
  purchasedService: segmentRecord('PS1', record<PurchasedService>(purchasedServiceFields)),
  repricing: segmentRecord('HCP', repricing),
  drug: loopRecord('2410', record<Drug>(drugFields)),
  parties: group(record<LineParties>(linePartyFields)),
  adjudications: loopRecords(['2430'], adjudication, 15),
  forms: loopRecords(['2440'], record<SupportingForm>(formFields), 10),
};

/** One service line: loop 2400 and what is under it. */
export interface ServiceLine extends Described<typeof lineFields> {}

export const serviceLine = record<ServiceLine>(lineFields, {
  schemaId: 'ServiceLine',
  custom: [lineNumber, servicePeriod],
  fixed: [
    ['SV5', 1, 1, 'HC'],
    ['SV5', 2, 0, 'DA'],
    ['CR3', 2, 0, 'MO'],
  ],
  numberedBy: 'number',
});
