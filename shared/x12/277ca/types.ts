import type { Position } from '../reader/segment.ts';

/** Typed 277CA. Amounts are integer cents, dates `YYYY-MM-DD`. Absent values are undefined, absent lists empty. */

/** Classes of the service contract. */
export type Classification = 'accepted' | 'rejected' | 'pended' | 'paid' | 'unknown';

/** Meaning of a category in code source 507. */
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

/** Header, source, receiver and batch of a 277CA. */
export interface ClaimAcknowledgment {
  /** BHT03. */
  readonly reference: string;
  readonly created: string | undefined;
  readonly source: Organization;
  /** 2200A TRN02: trace of the sender. */
  readonly sourceTrace: string | undefined;
  readonly received: string | undefined;
  readonly processed: string | undefined;
  readonly receiver: Organization;
  /** 2200B TRN02: BHT03 of the acknowledged 837. */
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

/** QTY and AMT of a level. */
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
  /** Code source 98: the entity concerned. */
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
 * Numbers of a claim as sent. The service contract reads REF*1K as patient control number and REF*EJ as tax id. The
 * standard reads TRN02 as patient control number and REF*1K as payer control number.
 */
export interface ClaimNumbers {
  readonly trace: string | undefined;
  readonly ref1K: string | undefined;
  readonly refEJ: string | undefined;
  readonly refD9: string | undefined;
  readonly billType: string | undefined;
}

export interface PatientName {
  readonly lastName: string | undefined;
  readonly firstName: string | undefined;
  readonly middleName: string | undefined;
  readonly idQualifier: string | undefined;
  readonly id: string | undefined;
}

/** Status of one claim (loop 2200D). A patient level may have several. */
export interface ClaimStatus {
  /** False when the set ends inside the status without SE. */
  readonly isComplete?: boolean | undefined;
  /** HL01 of the patient. */
  readonly hierarchy: string;
  /** By the service contract: REF*1K, else TRN02. */
  readonly patientControlNumber: string;
  readonly taxId: string | undefined;
  readonly numbers: ClaimNumbers;
  /** By 005010X214. */
  readonly standard: {
    readonly patientControlNumber: string | undefined;
    readonly payerControlNumber: string | undefined;
    /** Of the billing provider: NM1*85 under FI, REF*TJ, REF*EI or REF*SY. */
    readonly taxId: string | undefined;
  };
  readonly provider: Organization | undefined;
  readonly patient: PatientName | undefined;
  /** Every STC of the claim, in order. */
  readonly statuses: readonly StatusInformation[];
  /** Of the first reason of the last STC. */
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
  /** By the standard: any rejection decides, and action U rejects with any category. */
  readonly disposition: Disposition;
  /** True when classification and disposition are known and differ. */
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
  /** REF*FJ: line item control number (REF*6R) of the 837. */
  readonly lineControlNumber: string | undefined;
  readonly prescription: string | undefined;
  readonly serviceFrom: string | undefined;
  readonly serviceTo: string | undefined;
  readonly position: Position;
}

/** An STC that names no claim: about the batch (21), a billing provider (19), a subscriber (22). */
export interface UnscopedStatus {
  /** HL03 of its level. */
  readonly level: string;
  readonly hierarchy: string;
  readonly status: StatusInformation;
  readonly category: string;
  readonly statusCode: string;
  /** TRN02 of its level; the batch for level 21. */
  readonly trace: string | undefined;
  /** Receiver or billing provider. */
  readonly about: Organization | undefined;
  readonly classification: Classification;
  readonly disposition: Disposition;
  readonly conflict: boolean;
  /** QTY QA/QC and AMT YU/YY of a provider, QTY 90/AA of a batch. */
  readonly totals: Totals;
}
