import type { GroupHeader, InterchangeHeader, SetHeader } from '../consumer.ts';
import type { Position } from '../segment.ts';
import type {
  ClaimDates,
  ClaimReferences,
  HealthCareCode,
  ProfessionalClaim,
  SpinalManipulation,
  Transaction,
} from './claim.ts';
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
} from './line.ts';
import type {
  Adjustment,
  LineAdjudication,
  OtherCoverage,
  OtherPayer,
  OutpatientAdjudication,
} from './other-coverage.ts';
import type {
  Address,
  BillingProvider,
  Contact,
  Party,
  Patient,
  Payer,
  Reference,
  Subscriber,
} from './party.ts';
import type {
  AmbulanceTransport,
  Attachment,
  Condition,
  Contract,
  Note,
  Procedure,
  Repricing,
} from './supplement.ts';

/**
 * The typed results while they are being filled. Every field is there from the start, so all records of a class
 * share one hidden class; empty lists are one shared, frozen array, replaced by the first entry.
 */

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The shared empty list; frozen, so that it cannot be appended to by mistake. */
export const none: never[] = [];
Object.freeze(none);

/** Appends to a list that may still be the shared empty one; answers the list to keep. */
export function appended<T>(list: T[], value: T): T[] {
  if (list === none) return [value];
  list.push(value);
  return list;
}

export class ProcedureRecord implements Procedure {
  qualifier = '';
  code = '';
  modifiers: string[] = none;
  description: string | undefined = undefined;
}

/** Stands in a line whose SV1 is missing. */
const noProcedure: Procedure = Object.freeze(new ProcedureRecord());

export class TransactionRecord implements Transaction {
  interchange: InterchangeHeader | undefined = undefined;
  group: GroupHeader | undefined = undefined;
  set: SetHeader | undefined = undefined;
  purpose = '';
  batchId = '';
  date: string | undefined = undefined;
  time: string | undefined = undefined;
  kind = '';
  submitter: PartyRecord | undefined = undefined;
  receiver: PartyRecord | undefined = undefined;
}

export class PartyRecord implements Party {
  position: Position | undefined = undefined;
  role = '';
  entityType = '';
  lastName: string | undefined = undefined;
  firstName: string | undefined = undefined;
  middleName: string | undefined = undefined;
  suffix: string | undefined = undefined;
  idQualifier: string | undefined = undefined;
  id: string | undefined = undefined;
  address: Writable<Address> | undefined = undefined;
  taxonomy: string | undefined = undefined;
  references: Reference[] = none;
  contacts: Contact[] = none;
}

export class BillingProviderRecord extends PartyRecord implements BillingProvider {
  levelPosition: Position | undefined = undefined;
  taxIdQualifier: string | undefined = undefined;
  taxId: string | undefined = undefined;
  currency: string | undefined = undefined;
  payTo: PartyRecord | undefined = undefined;
  payToPlan: PartyRecord | undefined = undefined;
}

export class PersonRecord extends PartyRecord {
  levelPosition: Position | undefined = undefined;
  birthDate: string | undefined = undefined;
  gender: string | undefined = undefined;
  deathDate: string | undefined = undefined;
  weight: number | undefined = undefined;
  pregnant: string | undefined = undefined;
  propertyCasualtyClaimNumber: string | undefined = undefined;
  relationship: string | undefined = undefined;
}

export class SubscriberRecord extends PersonRecord implements Subscriber {
  payerSequence: string | undefined = undefined;
  groupNumber: string | undefined = undefined;
  groupName: string | undefined = undefined;
  insuranceType: string | undefined = undefined;
  claimFiling: string | undefined = undefined;
  payer: PayerRecord | undefined = undefined;
}

export class PayerRecord extends PartyRecord implements Payer {
  billingProviderIds: Reference[] = none;
}

export class PatientRecord extends PersonRecord implements Patient {}

export class ClaimRecord implements ProfessionalClaim {
  position: Position | undefined = undefined;
  transaction: TransactionRecord;
  billingProvider: BillingProviderRecord;
  subscriber: SubscriberRecord;
  patient: PatientRecord | undefined;
  patientControlNumber = '';
  totalCharge: number | undefined = undefined;
  placeOfService: string | undefined = undefined;
  frequency: string | undefined = undefined;
  providerSignature: string | undefined = undefined;
  acceptAssignment: string | undefined = undefined;
  benefitsAssigned: string | undefined = undefined;
  releaseOfInformation: string | undefined = undefined;
  signatureSource: string | undefined = undefined;
  relatedCauses: string[] = none;
  accidentState: string | undefined = undefined;
  accidentCountry: string | undefined = undefined;
  specialProgram: string | undefined = undefined;
  delayReason: string | undefined = undefined;
  dates: Writable<ClaimDates> | undefined = undefined;
  attachments: Attachment[] = none;
  contract: Contract | undefined = undefined;
  patientPaid: number | undefined = undefined;
  references: Writable<ClaimReferences> | undefined = undefined;
  fixedFormat: string[] = none;
  note: Note | undefined = undefined;
  ambulance: AmbulanceTransport | undefined = undefined;
  spinalManipulation: SpinalManipulation | undefined = undefined;
  conditions: Condition[] = none;
  diagnoses: HealthCareCode[] = none;
  anesthesiaProcedures: HealthCareCode[] = none;
  conditionCodes: string[] = none;
  repricing: Repricing | undefined = undefined;
  referring: PartyRecord[] = none;
  rendering: PartyRecord | undefined = undefined;
  serviceFacility: PartyRecord | undefined = undefined;
  supervising: PartyRecord | undefined = undefined;
  pickUp: PartyRecord | undefined = undefined;
  dropOff: PartyRecord | undefined = undefined;
  otherCoverages: CoverageRecord[] = none;
  lines: LineRecord[] = none;

  constructor(
    transaction: TransactionRecord,
    billingProvider: BillingProviderRecord,
    subscriber: SubscriberRecord,
    patient: PatientRecord | undefined,
  ) {
    this.transaction = transaction;
    this.billingProvider = billingProvider;
    this.subscriber = subscriber;
    this.patient = patient;
  }
}

export class LineRecord implements Line {
  position: Position | undefined = undefined;
  number: number | undefined = undefined;
  procedure: Procedure = noProcedure;
  charge: number | undefined = undefined;
  unit: string | undefined = undefined;
  quantity: number | undefined = undefined;
  placeOfService: string | undefined = undefined;
  diagnosisPointers: number[] = none;
  emergency: string | undefined = undefined;
  epsdt: string | undefined = undefined;
  familyPlanning: string | undefined = undefined;
  copayStatus: string | undefined = undefined;
  serviceDate: string | undefined = undefined;
  serviceDateEnd: string | undefined = undefined;
  controlNumber: string | undefined = undefined;
  equipment: EquipmentService | undefined = undefined;
  attachments: Attachment[] = none;
  certificateTransmission: string | undefined = undefined;
  ambulance: AmbulanceTransport | undefined = undefined;
  equipmentCertification: EquipmentCertification | undefined = undefined;
  conditions: Condition[] = none;
  dates: Writable<LineDates> | undefined = undefined;
  ambulancePatients: number | undefined = undefined;
  obstetricUnits: number | undefined = undefined;
  testResults: TestResult[] = none;
  contract: Contract | undefined = undefined;
  references: Writable<LineReferences> | undefined = undefined;
  priorAuthorizations: Reference[] = none;
  referrals: Reference[] = none;
  salesTax: number | undefined = undefined;
  postage: number | undefined = undefined;
  fixedFormat: string[] = none;
  note: Note | undefined = undefined;
  thirdPartyNote: string | undefined = undefined;
  purchasedService: PurchasedService | undefined = undefined;
  repricing: Repricing | undefined = undefined;
  drug: DrugRecord | undefined = undefined;
  parties: LinePartiesRecord | undefined = undefined;
  adjudications: AdjudicationRecord[] = none;
  forms: FormRecord[] = none;
}

export class DrugRecord implements Drug {
  position: Position | undefined = undefined;
  qualifier = '';
  code = '';
  quantity: number | undefined = undefined;
  unit: string | undefined = undefined;
  prescription: Reference | undefined = undefined;
}

export class LinePartiesRecord implements LineParties {
  rendering: PartyRecord | undefined = undefined;
  purchasedServiceProvider: PartyRecord | undefined = undefined;
  serviceFacility: PartyRecord | undefined = undefined;
  supervising: PartyRecord | undefined = undefined;
  ordering: PartyRecord | undefined = undefined;
  referring: PartyRecord[] = none;
  pickUp: PartyRecord | undefined = undefined;
  dropOff: PartyRecord | undefined = undefined;
}

export class FormRecord implements Form {
  position: Position | undefined = undefined;
  qualifier = '';
  id = '';
  answers: FormAnswer[] = none;
}

export class CoverageRecord implements OtherCoverage {
  position: Position | undefined = undefined;
  payerSequence: string | undefined = undefined;
  relationship: string | undefined = undefined;
  groupNumber: string | undefined = undefined;
  groupName: string | undefined = undefined;
  insuranceType: string | undefined = undefined;
  claimFiling: string | undefined = undefined;
  adjustments: Adjustment[] = none;
  payerPaid: number | undefined = undefined;
  nonCovered: number | undefined = undefined;
  remainingLiability: number | undefined = undefined;
  benefitsAssigned: string | undefined = undefined;
  signatureSource: string | undefined = undefined;
  releaseOfInformation: string | undefined = undefined;
  outpatient: OutpatientAdjudication | undefined = undefined;
  subscriber: PartyRecord | undefined = undefined;
  payer: OtherPayerRecord | undefined = undefined;
  providers: PartyRecord[] = none;
}

export class OtherPayerRecord extends PartyRecord implements OtherPayer {
  adjudicationDate: string | undefined = undefined;
  priorAuthorization: string | undefined = undefined;
  referral: string | undefined = undefined;
  claimAdjusted: string | undefined = undefined;
  claimControlNumber: string | undefined = undefined;
}

export class AdjudicationRecord implements LineAdjudication {
  position: Position | undefined = undefined;
  payerId = '';
  paid: number | undefined = undefined;
  procedure: Procedure = noProcedure;
  quantity: number | undefined = undefined;
  bundledLine: number | undefined = undefined;
  adjustments: Adjustment[] = none;
  adjudicationDate: string | undefined = undefined;
  remainingLiability: number | undefined = undefined;
}
