import {
  amount,
  type CustomSegment,
  code,
  compactDay,
  type Described,
  date,
  record,
  text,
} from '../../description/field.ts';
import {
  above,
  components,
  compositeRecords,
  custom,
  customList,
  group,
  inSegment,
  loopRecord,
  loopRecords,
  memory,
  optional,
  optionalAbove,
  required,
  segmentRecord,
  segmentRecords,
  segmentValue,
  valuePerSegment,
} from '../../description/places.ts';
import type { GroupHeader, InterchangeHeader, SetHeader } from '../../engine/consumer.ts';
import type { Position } from '../../reader/segment.ts';
import { serviceLine } from './line.ts';
import { otherCoverage } from './other-coverage.ts';
import { billingProvider, party, patient, subscriber } from './party.ts';
import { ambulance, attachment, condition, contract, healthCareCode, note, repricing } from './supplement.ts';

const transactionFields = {
  interchange: memory<InterchangeHeader>(),
  group: memory<GroupHeader>(),
  set: memory<SetHeader>(),
  ...inSegment('/BHT', {
    /** BHT02: 00 original, 18 reissue. */
    purpose: required(2, text(2), { default: '00' }),
    /** BHT03. */
    batchId: required(3, text(50)),
    /** ISO date. */
    date: optional(4, date),
    /** HHMM, HHMMSS or HHMMSSDD as sent. */
    time: optional(5, text(8)),
    /** BHT06: CH chargeable, RP reporting, 31 subrogation demand. */
    kind: required(6, text(2), { default: 'CH' }),
  }),
  submitter: loopRecord('1000A', party, { role: '41', idQualifier: '46' }),
  receiver: loopRecord('1000B', party, { role: '40', idQualifier: '46' }),
};

/** BHT and loops 1000A, 1000B: what all claims of a transaction set have in common. */
export interface Transaction extends Described<typeof transactionFields> {}

export const transaction = record<Transaction>(transactionFields, { fixed: [['/BHT', 1, 0, '0019']] });

const dateFields = {
  onset: segmentValue('DTP-431', date),
  initialTreatment: segmentValue('DTP-454', date),
  lastSeen: segmentValue('DTP-304', date),
  acuteManifestation: segmentValue('DTP-453', date),
  accident: segmentValue('DTP-439', date),
  lastMenstrualPeriod: segmentValue('DTP-484', date),
  lastXray: segmentValue('DTP-455', date),
  prescription: segmentValue('DTP-471', date),
  /** DTP 360, or the first date of DTP 314. */
  disabilityStart: custom(date),
  /** DTP 361, or the second date of DTP 314. */
  disabilityEnd: custom(date),
  lastWorked: segmentValue('DTP-297', date),
  returnToWork: segmentValue('DTP-296', date),
  admission: segmentValue('DTP-435', date),
  discharge: segmentValue('DTP-096', date),
  assumedCare: segmentValue('DTP-090', date, { when: '090' }),
  relinquishedCare: segmentValue('DTP-090', date, { when: '091' }),
  firstContact: segmentValue('DTP-444', date),
  repricerReceived: segmentValue('DTP-050', date),
};

/** DTP of loop 2300. */
interface ClaimDates extends Described<typeof dateFields> {}

/** DTP 314 holds both dates, 360 the first and 361 the last. */
const disability: CustomSegment<ClaimDates> = {
  keys: ['DTP-314'],
  read(dates, segment) {
    const first = segment.date(3);
    const last = segment.is(1, '361') ? first : segment.endDate(3);
    if (!segment.is(1, '361') && first !== undefined) dates.disabilityStart = first;
    if (!segment.is(1, '360') && last !== undefined) dates.disabilityEnd = last;
  },
  write({ disabilityStart: first, disabilityEnd: last }, writer) {
    if (first !== undefined && last !== undefined) {
      writer.segment('DTP', '314', 'RD8', `${compactDay(first)}-${compactDay(last)}`);
    } else if (first !== undefined) writer.segment('DTP', '360', 'D8', compactDay(first));
    else if (last !== undefined) writer.segment('DTP', '361', 'D8', compactDay(last));
  },
};

const referenceFields = {
  serviceAuthorizationException: segmentValue('REF-4N', text(50)),
  medicareCrossover: segmentValue('REF-F5', text(50)),
  mammographyCertification: segmentValue('REF-EW', text(50)),
  referral: segmentValue('REF-9F', text(50)),
  priorAuthorization: segmentValue('REF-G1', text(50)),
  /** REF*F8: the payer's number of the claim that this one replaces or voids. */
  originalClaimNumber: segmentValue('REF-F8', text(50), {
    about: "REF*F8: the payer's number of the claim that this one corrects or voids",
  }),
  clia: segmentValue('REF-X4', text(50)),
  repricedClaim: segmentValue('REF-9A', text(50)),
  adjustedRepricedClaim: segmentValue('REF-9C', text(50)),
  investigationalDevice: segmentValue('REF-LX', text(50)),
  /** REF*D9. */
  clearinghouseTrace: segmentValue('REF-D9', text(50)),
  medicalRecord: segmentValue('REF-EA', text(50)),
  demonstrationProject: segmentValue('REF-P4', text(50)),
  carePlanOversight: segmentValue('REF-1J', text(50)),
};

/** REF of loop 2300. */
interface ClaimReferences extends Described<typeof referenceFields> {}

const spinalManipulationFields = {
  condition: required(8, code(1)),
  description: optional(10, text(80)),
  furtherDescription: optional(11, text(80)),
};

/** CR2. */
interface SpinalManipulation extends Described<typeof spinalManipulationFields> {}

const codesPerSegment = 12;

/** HI*BG: condition codes, twelve in a segment. */
const conditionCodeSegments: CustomSegment<{ readonly conditionCodes: readonly string[] }> = {
  keys: ['HI-BG'],
  read(claim, segment) {
    if (claim.conditionCodes.length === 0) claim.conditionCodes = [];
    for (let e = 1; e <= segment.elementCount; e++) {
      if (segment.has(e)) claim.conditionCodes.push(segment.component(e, 2));
    }
  },
  write({ conditionCodes = [] }, writer) {
    for (let i = 0; i < conditionCodes.length; i += codesPerSegment) {
      writer.segment('HI', ...conditionCodes.slice(i, i + codesPerSegment).map((code) => ['BG', code]));
    }
  },
};

const claimFields = {
  /** False for a claim whose set breaks off inside of it: the rest of the claim is missing. */
  isComplete: memory<boolean>(),
  /** Of the CLM segment. */
  position: memory<Position>(),
  transaction: above(transaction),
  billingProvider: above(billingProvider),
  subscriber: above(subscriber),
  /** Absent when the subscriber is the patient. */
  patient: optionalAbove(patient, { about: 'Only when the patient is not the subscriber' }),
  ...inSegment('CLM', {
    /** CLM01. */
    patientControlNumber: required(1, text(38), { about: 'CLM01' }),
    /** CLM02. */
    totalCharge: optional(2, amount, { about: 'CLM02', isRequiredInApi: true }),
    /** CLM05-1. */
    placeOfService: optional([5, 1], code(2), { about: 'CLM05-1' }),
    /** CLM05-3: 1 original, 7 replacement, 8 void. */
    frequency: optional([5, 3], code(1), { about: 'CLM05-3: 1 original, 7 replacement, 8 void' }),
    /** CLM06. */
    providerSignature: optional(6, code(1), { about: 'CLM06' }),
    /** CLM07. */
    acceptAssignment: optional(7, code(1), { about: 'CLM07' }),
    /** CLM08. */
    benefitsAssigned: optional(8, code(1), { about: 'CLM08' }),
    /** CLM09. */
    releaseOfInformation: optional(9, code(1), { about: 'CLM09' }),
    /** CLM10. */
    signatureSource: optional(10, code(1), { about: 'CLM10' }),
    /** CLM11-1, -2: AA auto accident, EM employment, OA other accident. */
    relatedCauses: components(11, 1, 2, code(3), { about: 'CLM11: AA, EM, OA' }),
    accidentState: optional([11, 4], code(2)),
    accidentCountry: optional([11, 5], code(3)),
    /** CLM12. */
    specialProgram: optional(12, code(3)),
    /** CLM20. */
    delayReason: optional(20, code(2)),
  }),
  dates: group(record<ClaimDates>(dateFields, { custom: [disability] })),
  attachments: segmentRecords('PWK', attachment, 10),
  contract: segmentRecord('CN1', contract),
  /** AMT*F5. */
  patientPaid: segmentValue('AMT-F5', amount),
  references: group(record<ClaimReferences>(referenceFields)),
  /** K301. */
  fixedFormat: valuePerSegment('K3', 1, text(80), 10),
  note: segmentRecord('NTE', note),
  ambulance: segmentRecord('CR1', ambulance),
  spinalManipulation: segmentRecord('CR2', record<SpinalManipulation>(spinalManipulationFields)),
  conditions: segmentRecords('CRC', condition, 8),
  diagnoses: compositeRecords('HI-ABK', healthCareCode, 12),
  /** HI BP, BO. */
  anesthesiaProcedures: compositeRecords('HI-BP', healthCareCode, 2),
  /** HI BG. */
  conditionCodes: customList(code(30), 24),
  repricing: segmentRecord('HCP', repricing),
  /** Loop 2310A, role DN (referring) or P3 (primary care). */
  referring: loopRecords(['2310A'], party, 2, { role: 'DN', idQualifier: 'XX' }),
  rendering: loopRecord('2310B', party, { role: '82', idQualifier: 'XX' }),
  serviceFacility: loopRecord('2310C', party, { role: '77', idQualifier: 'XX' }),
  supervising: loopRecord('2310D', party, { role: 'DQ', idQualifier: 'XX' }),
  pickUp: loopRecord('2310E', party, { role: 'PW' }),
  dropOff: loopRecord('2310F', party, { role: '45' }),
  otherCoverages: loopRecords(['2320'], otherCoverage, 10),
  lines: loopRecords(['2400'], serviceLine, 50, undefined, { isRequiredInApi: true }),
  /** The claim has more segments than are kept (V148); the claim ends at the limit. */
  isCut: memory<true>(),
};

/**
 * One claim of an 837P: loop 2300 and everything under it, with the parties above it. Amounts are integer cents,
 * dates ISO dates; a value that could not be read as one is absent and has a finding. Parties above the claim are
 * the same object for all claims that share them.
 */
export interface ProfessionalClaim extends Described<typeof claimFields> {}

export const professionalClaim = record<ProfessionalClaim>(claimFields, {
  custom: [conditionCodeSegments],
  fixed: [['CLM', 5, 2, 'B']],
});
