import {
  type Codec,
  type CodecFields,
  defaultedField,
  jsonDate,
  jsonList,
  jsonMoney,
  jsonRecord,
  jsonText,
  memoryOnlyField,
  optionalField,
  requiredField,
} from '../../values/json-codec.ts';
import type {
  ClaimDates,
  ClaimReferences,
  HealthCareCode,
  ProfessionalClaim,
  SpinalManipulation,
  Transaction,
} from '../model/claim.ts';
import { lineCodec } from './line.ts';
import { coverageCodec } from './other-coverage.ts';
import { billingProviderCodec, partyCodec, patientCodec, subscriberCodec } from './party.ts';
import {
  ambulanceCodec,
  attachmentCodec,
  conditionCodec,
  contractCodec,
  noteCodec,
  repricingCodec,
} from './supplement.ts';

const dates: Codec<ClaimDates> = jsonRecord<ClaimDates>({
  onset: optionalField(jsonDate),
  initialTreatment: optionalField(jsonDate),
  lastSeen: optionalField(jsonDate),
  acuteManifestation: optionalField(jsonDate),
  accident: optionalField(jsonDate),
  lastMenstrualPeriod: optionalField(jsonDate),
  lastXray: optionalField(jsonDate),
  prescription: optionalField(jsonDate),
  disabilityStart: optionalField(jsonDate),
  disabilityEnd: optionalField(jsonDate),
  lastWorked: optionalField(jsonDate),
  returnToWork: optionalField(jsonDate),
  admission: optionalField(jsonDate),
  discharge: optionalField(jsonDate),
  assumedCare: optionalField(jsonDate),
  relinquishedCare: optionalField(jsonDate),
  firstContact: optionalField(jsonDate),
  repricerReceived: optionalField(jsonDate),
});

const references: Codec<ClaimReferences> = jsonRecord<ClaimReferences>({
  serviceAuthorizationException: optionalField(jsonText),
  medicareCrossover: optionalField(jsonText),
  mammographyCertification: optionalField(jsonText),
  referral: optionalField(jsonText),
  priorAuthorization: optionalField(jsonText),
  originalClaimNumber: optionalField(jsonText),
  clia: optionalField(jsonText),
  repricedClaim: optionalField(jsonText),
  adjustedRepricedClaim: optionalField(jsonText),
  investigationalDevice: optionalField(jsonText),
  clearinghouseTrace: optionalField(jsonText),
  medicalRecord: optionalField(jsonText),
  demonstrationProject: optionalField(jsonText),
  carePlanOversight: optionalField(jsonText),
});

const spinalManipulation = jsonRecord<SpinalManipulation>({
  condition: requiredField(jsonText),
  description: optionalField(jsonText),
  furtherDescription: optionalField(jsonText),
});

const healthCareCode = jsonRecord<HealthCareCode>({
  qualifier: defaultedField(jsonText, 'ABF'),
  code: requiredField(jsonText),
});

export const transactionCodec: Codec<Transaction> = jsonRecord<Transaction>({
  interchange: memoryOnlyField,
  group: memoryOnlyField,
  set: memoryOnlyField,
  purpose: defaultedField(jsonText, '00'),
  batchId: requiredField(jsonText),
  date: optionalField(jsonDate),
  time: optionalField(jsonText),
  kind: defaultedField(jsonText, 'CH'),
  submitter: optionalField(partyCodec('41', '46')),
  receiver: optionalField(partyCodec('40', '46')),
});

export const claimFields: CodecFields<ProfessionalClaim> = {
  isComplete: memoryOnlyField,
  position: memoryOnlyField,
  transaction: requiredField(transactionCodec),
  billingProvider: requiredField(billingProviderCodec),
  subscriber: requiredField(subscriberCodec),
  patient: optionalField(patientCodec),
  patientControlNumber: requiredField(jsonText),
  totalCharge: optionalField(jsonMoney),
  placeOfService: optionalField(jsonText),
  frequency: optionalField(jsonText),
  providerSignature: optionalField(jsonText),
  acceptAssignment: optionalField(jsonText),
  benefitsAssigned: optionalField(jsonText),
  releaseOfInformation: optionalField(jsonText),
  signatureSource: optionalField(jsonText),
  relatedCauses: defaultedField(jsonList(jsonText), []),
  accidentState: optionalField(jsonText),
  accidentCountry: optionalField(jsonText),
  specialProgram: optionalField(jsonText),
  delayReason: optionalField(jsonText),
  dates: optionalField(dates),
  attachments: defaultedField(jsonList(attachmentCodec), []),
  contract: optionalField(contractCodec),
  patientPaid: optionalField(jsonMoney),
  references: optionalField(references),
  fixedFormat: defaultedField(jsonList(jsonText), []),
  note: optionalField(noteCodec),
  ambulance: optionalField(ambulanceCodec),
  spinalManipulation: optionalField(spinalManipulation),
  conditions: defaultedField(jsonList(conditionCodec), []),
  diagnoses: defaultedField(jsonList(healthCareCode), []),
  anesthesiaProcedures: defaultedField(jsonList(healthCareCode), []),
  conditionCodes: defaultedField(jsonList(jsonText), []),
  repricing: optionalField(repricingCodec),
  referring: defaultedField(jsonList(partyCodec('DN', 'XX')), []),
  rendering: optionalField(partyCodec('82', 'XX')),
  serviceFacility: optionalField(partyCodec('77', 'XX')),
  supervising: optionalField(partyCodec('DQ', 'XX')),
  pickUp: optionalField(partyCodec('PW', undefined)),
  dropOff: optionalField(partyCodec('45', undefined)),
  otherCoverages: defaultedField(jsonList(coverageCodec), []),
  lines: defaultedField(jsonList(lineCodec), []),
  isCut: memoryOnlyField,
};

const claimCodec = jsonRecord<ProfessionalClaim>(claimFields);

/** A typed claim as a JSON value: snake_case, amounts as decimal strings, without positions. */
export function claimToJson(claim: ProfessionalClaim): unknown {
  return claimCodec.toJson(claim);
}
