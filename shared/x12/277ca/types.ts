import type { Position } from '../reader/segment.ts';

/** All amounts are integer cents, all dates ISO; what was not sent is undefined or an empty list. */

/** The classes of the service contract. */
export type Classification = 'accepted' | 'rejected' | 'pended' | 'paid' | 'unknown';

/** What a category means by the standard (code source 507). */
export type Disposition =
  | 'accepted'
  | 'rejected'
  | 'pended'
  | 'paid'
  | 'denied'
  | 'finalized'
  | 'action_needed'
  | 'error'
  | 'not_found'
  | 'unknown';

/** Header, source and receiver of a 277CA: everything above the billing providers. */
export interface ClaimAcknowledgment {
  /** BHT03. */
  readonly reference: string;
  readonly created: string | undefined;
  readonly source: Organization;
  /** Trace of the sender's own system (2200A TRN02). */
  readonly sourceTrace: string | undefined;
  readonly received: string | undefined;
  readonly processed: string | undefined;
  readonly receiver: Organization;
  /** 2200B TRN02: BHT03 of the 837 that is answered. */
  readonly batch: string | undefined;
  readonly totals: Totals;
  readonly position: Position;
}

/** NM1 of a level: PR payer, AY clearinghouse, 41 submitter, 85 billing provider. */
export interface Organization {
  readonly entity: string;
  readonly name: string;
  readonly firstName: string | undefined;
  readonly idQualifier: string | undefined;
  readonly id: string | undefined;
  readonly position: Position;
}

/** QTY and AMT of a level; undefined where none was sent. */
export interface Totals {
  readonly accepted: number | undefined;
  readonly rejected: number | undefined;
  readonly acceptedAmount: number | undefined;
  readonly rejectedAmount: number | undefined;
  /** Of the last QTY and AMT. */
  readonly quantityPosition: Position | undefined;
  readonly amountPosition: Position | undefined;
}

/** One C043 of an STC. */
export interface StatusReason {
  /** Code source 507. */
  readonly category: string;
  /** Code source 508. */
  readonly code: string;
  /** Code source 98: whom it is about. */
  readonly entity: string | undefined;
}

/** One STC: up to three reasons. */
export interface StatusInformation {
  readonly reasons: readonly StatusReason[];
  readonly date: string | undefined;
  /** WQ accept, U reject. */
  readonly action: string | undefined;
  readonly amount: number | undefined;
  /** STC12. */
  readonly message: string | undefined;
  readonly position: Position;
}

/**
 * The numbers of a claim as sent, kept apart: the service contract reads the patient control number from REF*1K and
 * a tax id from REF*EJ, the standard reads it from TRN02 and the payer's number from REF*1K.
 */
export interface ClaimNumbers {
  readonly trace: string | undefined;
  readonly ref1K: string | undefined;
  readonly refEJ: string | undefined;
  readonly refD9: string | undefined;
  readonly billType: string | undefined;
}

/** The reading of the service contract: 1K, else the trace where no 1K was sent. */
interface ContractReading {
  readonly patientControlNumber: string;
  readonly taxId: string | undefined;
}

/** The reading of 005010X214. */
interface StandardReading {
  readonly patientControlNumber: string | undefined;
  readonly payerControlNumber: string | undefined;
  /** Of the billing provider: NM1*85 under FI, REF*TJ, REF*EI or REF*SY. */
  readonly taxId: string | undefined;
}

export interface PatientName {
  readonly lastName: string | undefined;
  readonly firstName: string | undefined;
  readonly middleName: string | undefined;
  readonly idQualifier: string | undefined;
  readonly id: string | undefined;
}

/** The status of one claim (loop 2200D): one a patient-level hierarchy, several where a patient has several claims. */
export interface ClaimStatus extends ContractReading {
  /** False when the set breaks off inside of the status: the rest of it is missing. */
  readonly isComplete?: boolean | undefined;
  /** HL01 of the patient. */
  readonly hierarchy: string;
  readonly numbers: ClaimNumbers;
  readonly standard: StandardReading;
  readonly provider: Organization | undefined;
  readonly patient: PatientName | undefined;
  /** Every STC of the claim, in order. */
  readonly statuses: readonly StatusInformation[];
  /** Of the last STC, whose first reason decides. */
  readonly category: string;
  readonly statusCode: string;
  readonly entity: string | undefined;
  readonly action: string | undefined;
  readonly amount: number | undefined;
  readonly effectiveDate: string | undefined;
  readonly message: string | undefined;
  readonly serviceFrom: string | undefined;
  readonly serviceTo: string | undefined;
  /** By the table of the service contract, from the last STC. */
  readonly classification: Classification;
  /** By the standard: a rejection anywhere on the claim stands, and action U rejects whatever the category. */
  readonly disposition: Disposition;
  /** Both views are known and differ. */
  readonly conflict: boolean;
  readonly lines: readonly LineStatus[];
  readonly position: Position;
}

/** Loop 2220D. */
export interface LineStatus {
  readonly qualifier: string;
  readonly procedure: string;
  readonly modifiers: readonly string[];
  readonly charge: number;
  readonly revenueCode: string | undefined;
  readonly units: number | undefined;
  readonly statuses: readonly StatusInformation[];
  /** REF*FJ: REF*6R of the 837. */
  readonly lineControlNumber: string | undefined;
  readonly prescription: string | undefined;
  readonly serviceFrom: string | undefined;
  readonly serviceTo: string | undefined;
  readonly position: Position;
}

/** An STC that names no claim: about the batch (21), a billing provider (19), a subscriber (22). */
export interface UnscopedStatus {
  /** HL03 of the level it stands on. */
  readonly level: string;
  readonly hierarchy: string;
  readonly status: StatusInformation;
  readonly category: string;
  readonly statusCode: string;
  /** TRN02 of the level: for level 21 the batch. */
  readonly trace: string | undefined;
  /** Receiver or billing provider. */
  readonly about: Organization | undefined;
  readonly classification: Classification;
  readonly disposition: Disposition;
  readonly conflict: boolean;
  /** QTY QA/QC and AMT YU/YY of a provider, QTY 90/AA of a batch. */
  readonly totals: Totals;
}
