import type { Disposition, Organization, StatusInformation, StatusReason } from '../277ca/types.ts';
import type { Position } from '../reader/segment.ts';

/**
 * Typed 276 and 277 (005010X212). Amounts are integer cents, dates `YYYY-MM-DD`. Absent values are undefined, absent lists
 * empty.
 */

/** Subscriber (loop 2000D) or dependent (loop 2000E). A response has no birth date and gender. */
export interface StatusPatient {
  /** HL01. */
  readonly hierarchy: string;
  readonly lastName: string | undefined;
  readonly firstName: string | undefined;
  readonly middleName: string | undefined;
  readonly suffix: string | undefined;
  /** MI, II or 24; absent for a dependent. */
  readonly idQualifier: string | undefined;
  readonly id: string | undefined;
  readonly birthDate: string | undefined;
  readonly gender: string | undefined;
}

/** Header and levels above a patient. */
export interface StatusParties {
  /** BHT03. */
  readonly reference: string;
  /** BHT04. */
  readonly created: string | undefined;
  /** Loop 2100A. */
  readonly payer: Organization | undefined;
  /** Loop 2100B: the party that asks. */
  readonly receiver: Organization | undefined;
  /** Loop 2100C: the service provider. */
  readonly provider: Organization | undefined;
}

/** REF of loop 2200, by REF01. */
export interface TrackedNumbers {
  /** REF*1K. */
  readonly payerClaimControlNumber: string | undefined;
  /** REF*EJ: CLM01 of the 837. */
  readonly patientControlNumber: string | undefined;
  /** REF*D9: number of the clearinghouse. */
  readonly clearinghouseNumber: string | undefined;
  /** REF*BLT. */
  readonly billType: string | undefined;
  /** REF*XZ. */
  readonly prescription: string | undefined;
  /** REF*6P, request only. */
  readonly groupNumber: string | undefined;
  /** REF*LU, request only. */
  readonly location: string | undefined;
  /** REF*VV, response only. */
  readonly voucher: string | undefined;
}

/** One claim of a request or a response (loop 2200D or 2200E), with everything above it. */
export interface TrackedClaim extends StatusParties {
  /** False when the set ends inside the claim without SE. */
  readonly isComplete: boolean;
  readonly subscriber: StatusPatient | undefined;
  /** Absent when the subscriber is the patient. */
  readonly dependent: StatusPatient | undefined;
  /** TRN02: chosen by the requester and repeated by the response. */
  readonly trace: string | undefined;
  readonly numbers: TrackedNumbers;
  readonly serviceFrom: string | undefined;
  readonly serviceTo: string | undefined;
  readonly position: Position;
}

/** SVC of loop 2210 (request) or 2220 (response). */
export interface TrackedLine {
  readonly qualifier: string;
  readonly procedure: string;
  readonly modifiers: readonly string[];
  readonly charge: number;
  readonly revenueCode: string | undefined;
  readonly units: number | undefined;
  /** REF*FJ: line item control number (REF*6R) of the 837. */
  readonly lineControlNumber: string | undefined;
  readonly serviceFrom: string | undefined;
  readonly serviceTo: string | undefined;
  readonly position: Position;
}

/** One claim of a 276. */
export interface ClaimStatusRequest extends TrackedClaim {
  /** AMT*T3: charge of the claim. */
  readonly charge: number | undefined;
  readonly lines: readonly TrackedLine[];
}

/** One C043 of an STC. */
export interface ResponseReason extends StatusReason {
  /** RX: the code is an NCPDP reject code and not of code source 508. */
  readonly codeList: string | undefined;
}

/** One STC of a 277: up to three reasons. */
export interface ResponseInformation extends StatusInformation {
  readonly reasons: readonly ResponseReason[];
  /** STC05. */
  readonly paid: number | undefined;
  /** STC06. */
  readonly adjudicated: string | undefined;
  /** STC08. */
  readonly paymentDate: string | undefined;
  /** STC09: number of the check or transfer. */
  readonly paymentNumber: string | undefined;
}

export interface ResponseLine extends TrackedLine {
  readonly paid: number | undefined;
  readonly statuses: readonly ResponseInformation[];
}

/** One claim of a 277. */
export interface ClaimStatusResponse extends TrackedClaim {
  /** Every STC of the claim, in order. */
  readonly statuses: readonly ResponseInformation[];
  readonly lines: readonly ResponseLine[];
  /** Of the first reason of the last STC; without an STC of the claim, those of the lines. */
  readonly category: string;
  readonly statusCode: string;
  /** STC04 and STC05 of the same STC. */
  readonly charge: number | undefined;
  readonly paid: number | undefined;
  readonly disposition: Disposition;
}

/** An STC that names no claim: the request failed at the receiver (level 21), the provider (19) or a patient (22, 23). */
export interface FailedRequest extends StatusParties {
  /** HL03 of its level. */
  readonly level: string;
  /** TRN02; at level 21 it repeats BHT03 of the request. */
  readonly trace: string | undefined;
  readonly status: ResponseInformation;
  readonly disposition: Disposition;
}
