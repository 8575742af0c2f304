import {
  type Codec,
  date,
  type Fields,
  hidden,
  list,
  money,
  optional,
  or,
  record,
  required,
  text,
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

const dates: Codec<ClaimDates> = record<ClaimDates>({
  onset: optional(date),
  initialTreatment: optional(date),
  lastSeen: optional(date),
  acuteManifestation: optional(date),
  accident: optional(date),
  lastMenstrualPeriod: optional(date),
  lastXray: optional(date),
  prescription: optional(date),
  disabilityStart: optional(date),
  disabilityEnd: optional(date),
  lastWorked: optional(date),
  returnToWork: optional(date),
  admission: optional(date),
  discharge: optional(date),
  assumedCare: optional(date),
  relinquishedCare: optional(date),
  firstContact: optional(date),
  repricerReceived: optional(date),
});

const references: Codec<ClaimReferences> = record<ClaimReferences>({
  serviceAuthorizationException: optional(text),
  medicareCrossover: optional(text),
  mammographyCertification: optional(text),
  referral: optional(text),
  priorAuthorization: optional(text),
  originalClaimNumber: optional(text),
  clia: optional(text),
  repricedClaim: optional(text),
  adjustedRepricedClaim: optional(text),
  investigationalDevice: optional(text),
  clearinghouseTrace: optional(text),
  medicalRecord: optional(text),
  demonstrationProject: optional(text),
  carePlanOversight: optional(text),
});

const spinalManipulation = record<SpinalManipulation>({
  condition: required(text),
  description: optional(text),
  furtherDescription: optional(text),
});

const healthCareCode = record<HealthCareCode>({ qualifier: or(text, 'ABF'), code: required(text) });

export const transactionCodec: Codec<Transaction> = record<Transaction>({
  interchange: hidden,
  group: hidden,
  set: hidden,
  purpose: or(text, '00'),
  batchId: required(text),
  date: optional(date),
  time: optional(text),
  kind: or(text, 'CH'),
  submitter: optional(partyCodec('41', '46')),
  receiver: optional(partyCodec('40', '46')),
});

export const claimFields: Fields<ProfessionalClaim> = {
  isComplete: hidden,
  position: hidden,
  transaction: required(transactionCodec),
  billingProvider: required(billingProviderCodec),
  subscriber: required(subscriberCodec),
  patient: optional(patientCodec),
  patientControlNumber: required(text),
  totalCharge: optional(money),
  placeOfService: optional(text),
  frequency: optional(text),
  providerSignature: optional(text),
  acceptAssignment: optional(text),
  benefitsAssigned: optional(text),
  releaseOfInformation: optional(text),
  signatureSource: optional(text),
  relatedCauses: or(list(text), []),
  accidentState: optional(text),
  accidentCountry: optional(text),
  specialProgram: optional(text),
  delayReason: optional(text),
  dates: optional(dates),
  attachments: or(list(attachmentCodec), []),
  contract: optional(contractCodec),
  patientPaid: optional(money),
  references: optional(references),
  fixedFormat: or(list(text), []),
  note: optional(noteCodec),
  ambulance: optional(ambulanceCodec),
  spinalManipulation: optional(spinalManipulation),
  conditions: or(list(conditionCodec), []),
  diagnoses: or(list(healthCareCode), []),
  anesthesiaProcedures: or(list(healthCareCode), []),
  conditionCodes: or(list(text), []),
  repricing: optional(repricingCodec),
  referring: or(list(partyCodec('DN', 'XX')), []),
  rendering: optional(partyCodec('82', 'XX')),
  serviceFacility: optional(partyCodec('77', 'XX')),
  supervising: optional(partyCodec('DQ', 'XX')),
  pickUp: optional(partyCodec('PW', undefined)),
  dropOff: optional(partyCodec('45', undefined)),
  otherCoverages: or(list(coverageCodec), []),
  lines: or(list(lineCodec), []),
  isCut: hidden,
};

const claimCodec = record<ProfessionalClaim>(claimFields);

/** A typed claim as a JSON value: snake_case, amounts as decimal strings, without positions. */
export function claimToJson(claim: ProfessionalClaim): unknown {
  return claimCodec.toJson(claim);
}
