import {
  type Disposition,
  type Organization,
  type Period,
  reasonFields,
  serviceFields,
  statusFields,
} from '../277ca/model.ts';
import { amount, code, type Described, date, decimal, record, text } from '../description/field.ts';
import { segmentReader } from '../description/generated-code.ts';
import { always, custom, customRecords, noted, optional } from '../description/places.ts';
import type { Position } from '../reader/segment.ts';

/**
 * Typed 276 and 277 (005010X212). Amounts are integer cents, dates `YYYY-MM-DD`. Absent values are undefined, absent lists
 * empty. Described fields have the order of JSON.
 */

const nameFields = {
  lastName: optional(3, text(60)),
  firstName: optional(4, text(35)),
  middleName: optional(5, text(25)),
  suffix: optional(7, text(10)),
  /** MI, II or 24; absent for a dependent. */
  idQualifier: optional(8, code(2)),
  id: optional(9, text(80)),
};

/** NM1 of a patient. */
interface TrackedName extends Described<typeof nameFields> {}

export const trackedName = record<TrackedName>(nameFields);
export const readName = segmentReader(trackedName);

const patientFields = {
  /** HL01. */
  hierarchy: noted<string>(),
  ...nameFields,
  birthDate: custom(date),
  gender: custom(code(1)),
};

/** Subscriber (loop 2000D) or dependent (loop 2000E). A response has no birth date and gender. */
export interface StatusPatient extends Described<typeof patientFields> {}

export const statusPatient = record<StatusPatient>(patientFields);

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

const numberFields = {
  /** REF*1K. */
  payerClaimControlNumber: custom(text(50)),
  /** REF*EJ: CLM01 of the 837. */
  patientControlNumber: custom(text(50)),
  /** REF*D9: number of the clearinghouse. */
  clearinghouseNumber: custom(text(50)),
  /** REF*BLT. */
  billType: custom(text(50)),
  /** REF*XZ. */
  prescription: custom(text(50)),
  /** REF*6P, request only. */
  groupNumber: custom(text(50)),
  /** REF*LU, request only. */
  location: custom(text(50)),
  /** REF*VV, response only. */
  voucher: custom(text(50)),
};

/** REF of loop 2200, by REF01. */
export interface TrackedNumbers extends Described<typeof numberFields> {}

export const trackedNumbers = record<TrackedNumbers>(numberFields);

/** Fields of the numbers by REF01. */
export const numberOf: ReadonlyMap<string, keyof TrackedNumbers> = new Map([
  ['1K', 'payerClaimControlNumber'],
  ['BLT', 'billType'],
  ['LU', 'location'],
  ['6P', 'groupNumber'],
  ['EJ', 'patientControlNumber'],
  ['XZ', 'prescription'],
  ['VV', 'voucher'],
  ['D9', 'clearinghouseNumber'],
]);

/** One claim of a request or a response (loop 2200D or 2200E), with everything above it. */
export interface TrackedClaim extends StatusParties, Period {
  /** False when the set ends inside the claim without SE. */
  readonly isComplete: boolean;
  readonly subscriber: StatusPatient | undefined;
  /** Absent when the subscriber is the patient. */
  readonly dependent: StatusPatient | undefined;
  /** TRN02: chosen by the requester and repeated by the response. */
  readonly trace: string | undefined;
  readonly numbers: TrackedNumbers;
  readonly position: Position;
}

const trackedLineFields = {
  ...serviceFields,
  revenueCode: optional(4, text(48)),
  units: optional(7, decimal),
  /** REF*FJ: line item control number (REF*6R) of the 837. */
  lineControlNumber: custom(text(50)),
  serviceDate: custom(date),
  /** Only of a period of several days. */
  serviceDateEnd: custom(date),
  position: noted<Position>(),
};

/** SVC of loop 2210 (request) or 2220 (response). */
export interface TrackedLine extends Described<typeof trackedLineFields> {}

export const trackedLine = record<TrackedLine>(trackedLineFields);

/** One claim of a 276. */
export interface ClaimStatusRequest extends TrackedClaim {
  /** AMT*T3: charge of the claim. */
  readonly charge: number | undefined;
  readonly serviceLines: readonly TrackedLine[];
}

const responseReasonFields = {
  ...reasonFields,
  /** RX: the code is an NCPDP reject code and not of code source 508. */
  codeList: optional(4, code(3)),
};

/** One C043 of an STC. */
export interface ResponseReason extends Described<typeof responseReasonFields> {}

const responseFields = {
  ...statusFields(record<ResponseReason>(responseReasonFields)),
  paid: optional(5, amount),
  adjudicated: optional(6, date),
  paymentDate: optional(8, date),
  /** Number of the check or transfer. */
  paymentNumber: optional(9, text(50)),
};

/** One STC of a 277: up to three reasons. */
export interface ResponseInformation extends Described<typeof responseFields> {}

export const responseInformation = record<ResponseInformation>(responseFields);
export const readResponseStatus = segmentReader(responseInformation);

const responseLineFields = {
  ...trackedLineFields,
  paid: optional(3, amount),
  statuses: always(customRecords(responseInformation, 99)),
};

export interface ResponseLine extends Described<typeof responseLineFields> {}

export const responseLine = record<ResponseLine>(responseLineFields);
export const readLine = segmentReader(responseLine);

/** One claim of a 277. */
export interface ClaimStatusResponse extends TrackedClaim {
  /** Every STC of the claim, in order. */
  readonly statuses: readonly ResponseInformation[];
  readonly serviceLines: readonly ResponseLine[];
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
