import type { GroupHeader, InterchangeHeader, SetHeader } from '../../engine/consumer.ts';
import type { Position } from '../../reader/segment.ts';
import type {
  ClaimDates,
  ClaimReferences,
  HealthCareCode,
  ProfessionalClaim,
  SpinalManipulation,
  Transaction,
} from './claim.ts';
import type { CoverageRecord } from './coverage-records.ts';
import type { LineRecord } from './line-records.ts';
import {
  type BillingProviderRecord,
  none,
  type PartyRecord,
  type PatientRecord,
  type SubscriberRecord,
  type Writable,
} from './party-records.ts';
import type { AmbulanceTransport, Attachment, Condition, Contract, Note, Repricing } from './supplement.ts';

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

export class ClaimRecord implements ProfessionalClaim {
  isComplete = true;
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
  isCut: true | undefined = undefined;

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
