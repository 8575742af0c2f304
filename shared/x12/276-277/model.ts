import {
  type Disposition,
  organization,
  periodFields,
  reasonFields,
  serviceDates,
  serviceFields,
  statusFields,
} from '../277ca/model.ts';
import { amount, code, type Described, date, decimal, record, text } from '../description/field.ts';
import { segmentReader } from '../description/generated-code.ts';
import {
  always,
  custom,
  group,
  inSegment,
  loopRecords,
  noted,
  optional,
  optionalAbove,
  present,
  required,
  segmentRecords,
  segmentValue,
} from '../description/places.ts';
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

const partyFields = {
  /** BHT03. */
  reference: required(3, text(50)),
  /** BHT04. */
  created: optional(4, date),
  /** Loop 2100A. */
  payer: optionalAbove(organization),
  /** Loop 2100B: the party that asks. */
  receiver: optionalAbove(organization),
  /** Loop 2100C: the service provider. */
  provider: optionalAbove(organization),
};

/** Header and levels above a patient. */
export interface StatusParties extends Described<typeof partyFields> {}

export const statusParties = record<StatusParties>(partyFields);

const numberFields = {
  payerClaimControlNumber: segmentValue('REF-1K', text(50)),
  /** CLM01 of the 837. */
  patientControlNumber: segmentValue('REF-EJ', text(50)),
  /** Of the clearinghouse. */
  clearinghouseNumber: segmentValue('REF-D9', text(50)),
  billType: segmentValue('REF-BLT', text(50)),
  prescription: segmentValue('REF-XZ', text(50)),
  /** Request only. */
  groupNumber: segmentValue('REF-6P', text(50)),
  /** Request only. */
  location: segmentValue('REF-LU', text(50)),
  /** Response only. */
  voucher: segmentValue('REF-VV', text(50)),
};

/** REF of loop 2200. */
export interface TrackedNumbers extends Described<typeof numberFields> {}

const trackedNumbers = record<TrackedNumbers>(numberFields, { mayExceedLoop: true });

const trackedFields = {
  /** TRN02: chosen by the requester and repeated by the response. */
  trace: custom(text(50)),
  numbers: present(group(trackedNumbers)),
  ...periodFields,
  /** AMT*T3 of a request; STC04 of a response. */
  charge: segmentValue('AMT-T3', amount),
};

const aboveFields = {
  subscriber: optionalAbove(statusPatient),
  /** Absent when the subscriber is the patient. */
  dependent: optionalAbove(statusPatient),
  ...partyFields,
  /** False when the set ends inside the claim without SE. */
  isComplete: noted<boolean>(),
  position: noted<Position>(),
};

const claimFields = { ...trackedFields, ...aboveFields };

/** One claim of a request or a response (loop 2200D or 2200E), with everything above it. */
export interface TrackedClaim extends Described<typeof claimFields> {}

export const trackedClaim = record<TrackedClaim>(claimFields, {
  custom: [serviceDates],
  mayExceedLoop: true,
});

const trackedLineFields = {
  ...inSegment('SVC', { ...serviceFields, revenueCode: optional(4, text(48)), units: optional(7, decimal) }),
  /** REF*FJ: line item control number (REF*6R) of the 837. */
  lineControlNumber: segmentValue('REF-FJ', text(50)),
  ...periodFields,
  position: noted<Position>(),
};

/** SVC of loop 2210 (request) or 2220 (response). */
export interface TrackedLine extends Described<typeof trackedLineFields> {}

const trackedLine = record<TrackedLine>(trackedLineFields, { custom: [serviceDates] });

const requestContentFields = {
  numbers: group(trackedNumbers),
  ...periodFields,
  charge: trackedFields.charge,
  serviceLines: always(loopRecords(['2210D'], trackedLine, 99)),
};

/** Loop 2200D or 2200E of a 276 without its TRN. */
export interface RequestContent extends Described<typeof requestContentFields> {}

export const requestContent = record<RequestContent>(requestContentFields, { custom: [serviceDates] });

const requestFields = { ...trackedFields, serviceLines: requestContentFields.serviceLines, ...aboveFields };

/** One claim of a 276. */
export interface ClaimStatusRequest extends Described<typeof requestFields> {}

export const claimStatusRequest = record<ClaimStatusRequest>(requestFields);

const responseReasonFields = {
  ...reasonFields,
  /** RX: the code is an NCPDP reject code and not of code source 508. */
  codeList: optional(4, code(3)),
};

/** One C043 of an STC. */
export interface ResponseReason extends Described<typeof responseReasonFields> {}

const informationFields = {
  ...statusFields(record<ResponseReason>(responseReasonFields)),
  paid: optional(5, amount),
  adjudicated: optional(6, date),
  paymentDate: optional(8, date),
  /** Number of the check or transfer. */
  paymentNumber: optional(9, text(50)),
};

/** One STC of a 277: up to three reasons. */
export interface ResponseInformation extends Described<typeof informationFields> {}

export const responseInformation = record<ResponseInformation>(informationFields);
export const readResponseStatus = segmentReader(responseInformation);

const responseLineFields = {
  ...trackedLineFields,
  ...inSegment('SVC', { paid: optional(3, amount) }),
  statuses: always(segmentRecords('STC', responseInformation, 99)),
};

export interface ResponseLine extends Described<typeof responseLineFields> {}

export const responseLine = record<ResponseLine>(responseLineFields, { custom: [serviceDates] });

const responseContentFields = {
  numbers: group(trackedNumbers),
  ...periodFields,
  /** Every STC of the claim, in order. */
  statuses: always(segmentRecords('STC', responseInformation, 99)),
  serviceLines: always(loopRecords(['2220D'], responseLine, 99)),
};

/** Loop 2200D or 2200E of a 277 without its TRN. */
export interface ResponseContent extends Described<typeof responseContentFields> {}

export const responseContent = record<ResponseContent>(responseContentFields, { custom: [serviceDates] });

const responseFields = {
  ...trackedFields,
  /** STC04 and STC05 of the STC that decides. */
  charge: custom(amount),
  paid: custom(amount),
  /** Of the first reason of the last STC; without an STC of the claim, those of the lines. */
  category: noted<string>(),
  statusCode: noted<string>(),
  disposition: noted<Disposition>(),
  statuses: responseContentFields.statuses,
  serviceLines: responseContentFields.serviceLines,
  ...aboveFields,
};

/** One claim of a 277. */
export interface ClaimStatusResponse extends Described<typeof responseFields> {}

export const claimStatusResponse = record<ClaimStatusResponse>(responseFields);

/** An STC that names no claim: the request failed at the receiver (level 21), the provider (19) or a patient (22, 23). */
export interface FailedRequest extends StatusParties {
  /** HL03 of its level. */
  readonly level: string;
  /** TRN02; at level 21 it repeats BHT03 of the request. */
  readonly trace: string | undefined;
  readonly status: ResponseInformation;
  readonly disposition: Disposition;
}
