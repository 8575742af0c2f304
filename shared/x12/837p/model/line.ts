import type { Position } from '../../reader/segment.ts';
import type { LineAdjudication } from './other-coverage.ts';
import type { ClaimParty, QualifiedReference } from './party.ts';
import type {
  AmbulanceTransport,
  Attachment,
  Condition,
  Contract,
  Note,
  Procedure,
  Repricing,
} from './supplement.ts';

/** One service line: loop 2400 and what is under it. */
export interface ServiceLine {
  /** Of the LX segment. */
  readonly position?: Position | undefined;
  /** LX01; the place in the claim where LX01 is no number. */
  readonly number?: number | undefined;
  readonly procedure: Procedure;
  /** SV102. */
  readonly charge: number | undefined;
  /** SV103: UN units, MJ minutes. */
  readonly unit?: string | undefined;
  readonly quantity?: number | undefined;
  /** SV105, only when it differs from that of the claim. */
  readonly placeOfService?: string | undefined;
  /** SV107: indexes, from 1, into the diagnoses of the claim. */
  readonly diagnosisPointers: readonly number[];
  /** SV109 Y. */
  readonly emergency?: string | undefined;
  /** SV111 Y. */
  readonly epsdt?: string | undefined;
  /** SV112 Y. */
  readonly familyPlanning?: string | undefined;
  /** SV115 0. */
  readonly copayStatus?: string | undefined;
  readonly serviceDate?: string | undefined;
  /** Only where the file has a range (RD8), even one of a single day. */
  readonly serviceDateEnd?: string | undefined;
  /** REF*6R. */
  readonly controlNumber?: string | undefined;
  readonly equipment?: EquipmentService | undefined;
  readonly attachments: readonly Attachment[];
  /** PWK*CT of the certificate of medical necessity: how it is sent. */
  readonly certificateTransmission?: string | undefined;
  readonly ambulance?: AmbulanceTransport | undefined;
  readonly equipmentCertification?: EquipmentCertification | undefined;
  readonly conditions: readonly Condition[];
  readonly dates?: LineDates | undefined;
  /** QTY*PT. */
  readonly ambulancePatients?: number | undefined;
  /** QTY*FL. */
  readonly obstetricUnits?: number | undefined;
  readonly testResults: readonly TestResult[];
  readonly contract?: Contract | undefined;
  readonly references?: LineReferences | undefined;
  /** REF*G1, each perhaps for another payer. */
  readonly priorAuthorizations: readonly QualifiedReference[];
  /** REF*9F, each perhaps for another payer. */
  readonly referrals: readonly QualifiedReference[];
  readonly salesTax?: number | undefined;
  readonly postage?: number | undefined;
  readonly fixedFormat: readonly string[];
  readonly note?: Note | undefined;
  /** NTE*TPO. */
  readonly thirdPartyNote?: string | undefined;
  readonly purchasedService?: PurchasedService | undefined;
  readonly repricing?: Repricing | undefined;
  readonly drug?: Drug | undefined;
  readonly parties?: LineParties | undefined;
  readonly adjudications: readonly LineAdjudication[];
  readonly forms: readonly SupportingForm[];
}

/** DTP of loop 2400 other than the service date. */
export interface LineDates {
  readonly prescription?: string | undefined;
  readonly recertification?: string | undefined;
  readonly beginTherapy?: string | undefined;
  readonly lastCertification?: string | undefined;
  readonly lastSeen?: string | undefined;
  /** DTP*738, hemoglobin or hematocrit. */
  readonly hemoglobinTest?: string | undefined;
  /** DTP*739, serum creatine. */
  readonly creatineTest?: string | undefined;
  readonly shipped?: string | undefined;
  readonly lastXray?: string | undefined;
  readonly initialTreatment?: string | undefined;
}

/** REF of loop 2400 that occur once. */
export interface LineReferences {
  readonly repricedLine?: string | undefined;
  readonly adjustedRepricedLine?: string | undefined;
  readonly mammographyCertification?: string | undefined;
  readonly clia?: string | undefined;
  readonly referringClia?: string | undefined;
  readonly immunizationBatch?: string | undefined;
}

/** SV5. */
export interface EquipmentService {
  readonly procedureCode: string;
  readonly days?: number | undefined;
  readonly rentalPrice?: number | undefined;
  readonly purchasePrice?: number | undefined;
  /** 1 weekly, 4 monthly, 6 daily. */
  readonly frequency?: string | undefined;
}

/** CR3. */
export interface EquipmentCertification {
  /** I initial, R renewal, S revised. */
  readonly type: string;
  readonly months?: number | undefined;
}

/** MEA. */
export interface TestResult {
  readonly reference: string;
  readonly measure: string;
  readonly value?: number | undefined;
}

/** PS1. */
export interface PurchasedService {
  readonly providerId: string;
  readonly charge?: number | undefined;
}

/** Loop 2410. */
export interface Drug {
  readonly position?: Position | undefined;
  /** N4 for a national drug code. */
  readonly qualifier: string;
  readonly code: string;
  readonly quantity?: number | undefined;
  /** F2, GR, ME, ML or UN. */
  readonly unit?: string | undefined;
  /** XZ prescription number or VY link sequence number. */
  readonly prescription?: QualifiedReference | undefined;
}

/** Loops 2420A to 2420H. */
export interface LineParties {
  readonly rendering?: ClaimParty | undefined;
  readonly purchasedServiceProvider?: ClaimParty | undefined;
  readonly serviceFacility?: ClaimParty | undefined;
  readonly supervising?: ClaimParty | undefined;
  readonly ordering?: ClaimParty | undefined;
  readonly referring: readonly ClaimParty[];
  readonly pickUp?: ClaimParty | undefined;
  readonly dropOff?: ClaimParty | undefined;
}

/** Loop 2440. */
export interface SupportingForm {
  readonly position?: Position | undefined;
  /** AS or UT. */
  readonly qualifier: string;
  readonly id: string;
  readonly answers: readonly FormAnswer[];
}

/** FRM. */
export interface FormAnswer {
  readonly question: string;
  /** N, W or Y. */
  readonly answer?: string | undefined;
  readonly text?: string | undefined;
  readonly date?: string | undefined;
  readonly percentage?: number | undefined;
}
