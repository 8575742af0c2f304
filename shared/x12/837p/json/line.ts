import {
  type Codec,
  defaultedField,
  jsonDate,
  jsonList,
  jsonMoney,
  jsonNumber,
  jsonRecord,
  jsonText,
  memoryOnlyField,
  optionalField,
  requiredField,
} from '../../values/json-codec.ts';
import type {
  Drug,
  EquipmentCertification,
  EquipmentService,
  FormAnswer,
  LineDates,
  LineParties,
  LineReferences,
  PurchasedService,
  ServiceLine,
  SupportingForm,
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

const dates = jsonRecord<LineDates>({
  prescription: optionalField(jsonDate),
  recertification: optionalField(jsonDate),
  beginTherapy: optionalField(jsonDate),
  lastCertification: optionalField(jsonDate),
  lastSeen: optionalField(jsonDate),
  hemoglobinTest: optionalField(jsonDate),
  creatineTest: optionalField(jsonDate),
  shipped: optionalField(jsonDate),
  lastXray: optionalField(jsonDate),
  initialTreatment: optionalField(jsonDate),
});

const references = jsonRecord<LineReferences>({
  repricedLine: optionalField(jsonText),
  adjustedRepricedLine: optionalField(jsonText),
  mammographyCertification: optionalField(jsonText),
  clia: optionalField(jsonText),
  referringClia: optionalField(jsonText),
  immunizationBatch: optionalField(jsonText),
});

const parties = jsonRecord<LineParties>({
  rendering: optionalField(partyCodec('82', 'XX')),
  purchasedServiceProvider: optionalField(partyCodec('QB', 'XX')),
  serviceFacility: optionalField(partyCodec('77', 'XX')),
  supervising: optionalField(partyCodec('DQ', 'XX')),
  ordering: optionalField(partyCodec('DK', 'XX')),
  referring: defaultedField(jsonList(partyCodec('DN', 'XX')), []),
  pickUp: optionalField(partyCodec('PW', undefined)),
  dropOff: optionalField(partyCodec('45', undefined)),
});

const drug = jsonRecord<Drug>({
  position: memoryOnlyField,
  qualifier: defaultedField(jsonText, 'N4'),
  code: requiredField(jsonText),
  quantity: optionalField(jsonNumber),
  unit: optionalField(jsonText),
  prescription: optionalField(referenceCodec),
});

const form = jsonRecord<SupportingForm>({
  position: memoryOnlyField,
  qualifier: requiredField(jsonText),
  id: requiredField(jsonText),
  answers: defaultedField(
    jsonList(
      jsonRecord<FormAnswer>({
        question: requiredField(jsonText),
        answer: optionalField(jsonText),
        text: optionalField(jsonText),
        date: optionalField(jsonDate),
        percentage: optionalField(jsonNumber),
      }),
    ),
    [],
  ),
});

export const lineCodec: Codec<ServiceLine> = jsonRecord<ServiceLine>({
  position: memoryOnlyField,
  number: optionalField(jsonNumber),
  procedure: requiredField(procedureCodec),
  charge: optionalField(jsonMoney),
  unit: optionalField(jsonText),
  quantity: optionalField(jsonNumber),
  placeOfService: optionalField(jsonText),
  diagnosisPointers: defaultedField(jsonList(jsonNumber), []),
  emergency: optionalField(jsonText),
  epsdt: optionalField(jsonText),
  familyPlanning: optionalField(jsonText),
  copayStatus: optionalField(jsonText),
  serviceDate: optionalField(jsonDate),
  serviceDateEnd: optionalField(jsonDate),
  controlNumber: optionalField(jsonText),
  equipment: optionalField(
    jsonRecord<EquipmentService>({
      procedureCode: requiredField(jsonText),
      days: optionalField(jsonNumber),
      rentalPrice: optionalField(jsonMoney),
      purchasePrice: optionalField(jsonMoney),
      frequency: optionalField(jsonText),
    }),
  ),
  attachments: defaultedField(jsonList(attachmentCodec), []),
  certificateTransmission: optionalField(jsonText),
  ambulance: optionalField(ambulanceCodec),
  equipmentCertification: optionalField(
    jsonRecord<EquipmentCertification>({ type: requiredField(jsonText), months: optionalField(jsonNumber) }),
  ),
  conditions: defaultedField(jsonList(conditionCodec), []),
  dates: optionalField(dates),
  ambulancePatients: optionalField(jsonNumber),
  obstetricUnits: optionalField(jsonNumber),
  testResults: defaultedField(
    jsonList(
      jsonRecord<TestResult>({
        reference: requiredField(jsonText),
        measure: requiredField(jsonText),
        value: optionalField(jsonNumber),
      }),
    ),
    [],
  ),
  contract: optionalField(contractCodec),
  references: optionalField(references),
  priorAuthorizations: defaultedField(jsonList(referenceCodec), []),
  referrals: defaultedField(jsonList(referenceCodec), []),
  salesTax: optionalField(jsonMoney),
  postage: optionalField(jsonMoney),
  fixedFormat: defaultedField(jsonList(jsonText), []),
  note: optionalField(noteCodec),
  thirdPartyNote: optionalField(jsonText),
  purchasedService: optionalField(
    jsonRecord<PurchasedService>({ providerId: requiredField(jsonText), charge: optionalField(jsonMoney) }),
  ),
  repricing: optionalField(repricingCodec),
  drug: optionalField(drug),
  parties: optionalField(parties),
  adjudications: defaultedField(jsonList(adjudicationCodec), []),
  forms: defaultedField(jsonList(form), []),
});
