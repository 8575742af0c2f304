import type { GroupHeader, InterchangeHeader, SetHeader } from '../../engine/consumer.ts';
import type { Position } from '../../reader/segment.ts';
import type { ServiceLine } from './line.ts';
import type { OtherCoverage } from './other-coverage.ts';
import type { BillingProvider, ClaimParty, Patient, Subscriber } from './party.ts';
import type { AmbulanceTransport, Attachment, Condition, Contract, Note, Repricing } from './supplement.ts';

/** BHT and loops 1000A, 1000B: what all claims of a transaction set have in common. */
export interface Transaction {
  readonly interchange?: InterchangeHeader | undefined;
  readonly group?: GroupHeader | undefined;
  readonly set?: SetHeader | undefined;
  /** BHT02: 00 original, 18 reissue. */
  readonly purpose: string;
  /** BHT03. */
  readonly batchId: string;
  /** ISO date. */
  readonly date?: string | undefined;
  /** HHMM, HHMMSS or HHMMSSDD as sent. */
  readonly time?: string | undefined;
  /** BHT06: CH chargeable, RP reporting, 31 subrogation demand. */
  readonly kind: string;
  readonly submitter?: ClaimParty | undefined;
  readonly receiver?: ClaimParty | undefined;
}

/**
 * One claim of an 837P: loop 2300 and everything under it, with the parties above it. Amounts are integer cents,
 * dates ISO dates; a value that could not be read as one is absent and has a finding. Parties above the claim are
 * the same object for all claims that share them.
 */
export interface ProfessionalClaim {
  /** False for a claim that was read from a set that breaks off inside of it: the rest of it is missing. */
  readonly isComplete?: boolean | undefined;
  /** Of the CLM segment. */
  readonly position?: Position | undefined;
  readonly transaction: Transaction;
  readonly billingProvider: BillingProvider;
  readonly subscriber: Subscriber;
  /** Absent when the subscriber is the patient. */
  readonly patient?: Patient | undefined;
  /** CLM01. */
  readonly patientControlNumber: string;
  /** CLM02. */
  readonly totalCharge: number | undefined;
  /** CLM05-1. */
  readonly placeOfService?: string | undefined;
  /** CLM05-3: 1 original, 7 replacement, 8 void. */
  readonly frequency?: string | undefined;
  /** CLM06. */
  readonly providerSignature?: string | undefined;
  /** CLM07. */
  readonly acceptAssignment?: string | undefined;
  /** CLM08. */
  readonly benefitsAssigned?: string | undefined;
  /** CLM09. */
  readonly releaseOfInformation?: string | undefined;
  /** CLM10. */
  readonly signatureSource?: string | undefined;
  /** CLM11-1, -2: AA auto accident, EM employment, OA other accident. */
  readonly relatedCauses: readonly string[];
  readonly accidentState?: string | undefined;
  readonly accidentCountry?: string | undefined;
  /** CLM12. */
  readonly specialProgram?: string | undefined;
  /** CLM20. */
  readonly delayReason?: string | undefined;
  readonly dates?: ClaimDates | undefined;
  readonly attachments: readonly Attachment[];
  readonly contract?: Contract | undefined;
  /** AMT*F5. */
  readonly patientPaid?: number | undefined;
  readonly references?: ClaimReferences | undefined;
  /** K301. */
  readonly fixedFormat: readonly string[];
  readonly note?: Note | undefined;
  readonly ambulance?: AmbulanceTransport | undefined;
  readonly spinalManipulation?: SpinalManipulation | undefined;
  readonly conditions: readonly Condition[];
  readonly diagnoses: readonly HealthCareCode[];
  /** HI BP, BO. */
  readonly anesthesiaProcedures: readonly HealthCareCode[];
  /** HI BG. */
  readonly conditionCodes: readonly string[];
  readonly repricing?: Repricing | undefined;
  /** Loop 2310A, role DN (referring) or P3 (primary care). */
  readonly referring: readonly ClaimParty[];
  readonly rendering?: ClaimParty | undefined;
  readonly serviceFacility?: ClaimParty | undefined;
  readonly supervising?: ClaimParty | undefined;
  readonly pickUp?: ClaimParty | undefined;
  readonly dropOff?: ClaimParty | undefined;
  readonly otherCoverages: readonly OtherCoverage[];
  readonly lines: readonly ServiceLine[];
  /** The claim has more segments than are kept (V148). What came behind is left out. */
  readonly isCut?: true | undefined;
}

/** DTP of loop 2300. */
export interface ClaimDates {
  readonly onset?: string | undefined;
  readonly initialTreatment?: string | undefined;
  readonly lastSeen?: string | undefined;
  readonly acuteManifestation?: string | undefined;
  readonly accident?: string | undefined;
  readonly lastMenstrualPeriod?: string | undefined;
  readonly lastXray?: string | undefined;
  readonly prescription?: string | undefined;
  /** DTP 360, or the first date of DTP 314. */
  readonly disabilityStart?: string | undefined;
  /** DTP 361, or the second date of DTP 314. */
  readonly disabilityEnd?: string | undefined;
  readonly lastWorked?: string | undefined;
  readonly returnToWork?: string | undefined;
  readonly admission?: string | undefined;
  readonly discharge?: string | undefined;
  readonly assumedCare?: string | undefined;
  readonly relinquishedCare?: string | undefined;
  readonly firstContact?: string | undefined;
  readonly repricerReceived?: string | undefined;
}

/** REF of loop 2300. */
export interface ClaimReferences {
  readonly serviceAuthorizationException?: string | undefined;
  readonly medicareCrossover?: string | undefined;
  readonly mammographyCertification?: string | undefined;
  readonly referral?: string | undefined;
  readonly priorAuthorization?: string | undefined;
  /** REF*F8: the payer's number of the claim that this one replaces or voids. */
  readonly originalClaimNumber?: string | undefined;
  readonly clia?: string | undefined;
  readonly repricedClaim?: string | undefined;
  readonly adjustedRepricedClaim?: string | undefined;
  readonly investigationalDevice?: string | undefined;
  /** REF*D9. */
  readonly clearinghouseTrace?: string | undefined;
  readonly medicalRecord?: string | undefined;
  readonly demonstrationProject?: string | undefined;
  readonly carePlanOversight?: string | undefined;
}

/** CR2. */
export interface SpinalManipulation {
  readonly condition: string;
  readonly description?: string | undefined;
  readonly furtherDescription?: string | undefined;
}

/** One composite of an HI segment. */
export interface HealthCareCode {
  readonly qualifier: string;
  readonly code: string;
}
