import {
  type Codec,
  date,
  hidden,
  list,
  money,
  number,
  optional,
  or,
  record,
  required,
  text,
} from '../../values/json-codec.ts';
import type {
  Drug,
  EquipmentCertification,
  EquipmentService,
  Form,
  FormAnswer,
  Line,
  LineDates,
  LineParties,
  LineReferences,
  PurchasedService,
  TestResult,
} from '../model/line.ts';
import { adjudicationCodec } from './other-coverage.ts';
import { partyCodec, referenceCodec } from './party.ts';
import {
  ambulanceCodec,
  attachmentCodec,
  conditionCodec,
  contractCodec,
  noteCodec,
  procedureCodec,
  repricingCodec,
} from './supplement.ts';

const dates = record<LineDates>({
  prescription: optional(date),
  recertification: optional(date),
  beginTherapy: optional(date),
  lastCertification: optional(date),
  lastSeen: optional(date),
  hemoglobinTest: optional(date),
  creatineTest: optional(date),
  shipped: optional(date),
  lastXray: optional(date),
  initialTreatment: optional(date),
});

const references = record<LineReferences>({
  repricedLine: optional(text),
  adjustedRepricedLine: optional(text),
  mammographyCertification: optional(text),
  clia: optional(text),
  referringClia: optional(text),
  immunizationBatch: optional(text),
});

const parties = record<LineParties>({
  rendering: optional(partyCodec('82', 'XX')),
  purchasedServiceProvider: optional(partyCodec('QB', 'XX')),
  serviceFacility: optional(partyCodec('77', 'XX')),
  supervising: optional(partyCodec('DQ', 'XX')),
  ordering: optional(partyCodec('DK', 'XX')),
  referring: or(list(partyCodec('DN', 'XX')), []),
  pickUp: optional(partyCodec('PW', undefined)),
  dropOff: optional(partyCodec('45', undefined)),
});

const drug = record<Drug>({
  position: hidden,
  qualifier: or(text, 'N4'),
  code: required(text),
  quantity: optional(number),
  unit: optional(text),
  prescription: optional(referenceCodec),
});

const form = record<Form>({
  position: hidden,
  qualifier: required(text),
  id: required(text),
  answers: or(
    list(
      record<FormAnswer>({
        question: required(text),
        answer: optional(text),
        text: optional(text),
        date: optional(date),
        percentage: optional(number),
      }),
    ),
    [],
  ),
});

export const lineCodec: Codec<Line> = record<Line>({
  position: hidden,
  number: optional(number),
  procedure: required(procedureCodec),
  charge: optional(money),
  unit: optional(text),
  quantity: optional(number),
  placeOfService: optional(text),
  diagnosisPointers: or(list(number), []),
  emergency: optional(text),
  epsdt: optional(text),
  familyPlanning: optional(text),
  copayStatus: optional(text),
  serviceDate: optional(date),
  serviceDateEnd: optional(date),
  controlNumber: optional(text),
  equipment: optional(
    record<EquipmentService>({
      procedureCode: required(text),
      days: optional(number),
      rentalPrice: optional(money),
      purchasePrice: optional(money),
      frequency: optional(text),
    }),
  ),
  attachments: or(list(attachmentCodec), []),
  certificateTransmission: optional(text),
  ambulance: optional(ambulanceCodec),
  equipmentCertification: optional(
    record<EquipmentCertification>({ type: required(text), months: optional(number) }),
  ),
  conditions: or(list(conditionCodec), []),
  dates: optional(dates),
  ambulancePatients: optional(number),
  obstetricUnits: optional(number),
  testResults: or(
    list(record<TestResult>({ reference: required(text), measure: required(text), value: optional(number) })),
    [],
  ),
  contract: optional(contractCodec),
  references: optional(references),
  priorAuthorizations: or(list(referenceCodec), []),
  referrals: or(list(referenceCodec), []),
  salesTax: optional(money),
  postage: optional(money),
  fixedFormat: or(list(text), []),
  note: optional(noteCodec),
  thirdPartyNote: optional(text),
  purchasedService: optional(
    record<PurchasedService>({ providerId: required(text), charge: optional(money) }),
  ),
  repricing: optional(repricingCodec),
  drug: optional(drug),
  parties: optional(parties),
  adjudications: or(list(adjudicationCodec), []),
  forms: or(list(form), []),
});
