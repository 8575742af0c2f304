import {
  amount,
  code,
  type Described,
  date,
  decimal,
  type RecordSpec,
  record,
  text,
} from '../description/field.ts';
import { segmentReader } from '../description/generated-code.ts';
import {
  always,
  components,
  compositesAt,
  custom,
  customRecords,
  memory,
  noted,
  optional,
  required,
} from '../description/places.ts';
import type { Position, Segment } from '../reader/segment.ts';

/**
 * Typed 277CA: its described segments, of which some are also in a 276 or 277, and what the levels make of them. Amounts are
 * integer cents, dates `YYYY-MM-DD`. Absent values are undefined, absent lists empty. Described fields have the order of JSON.
 */

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

const organizationFields = {
  entity: required(1, code(3)),
  name: required(3, text(60)),
  firstName: optional(4, text(35)),
  idQualifier: optional(8, code(2)),
  id: optional(9, text(80)),
  position: noted<Position>(),
};

/** NM1 of a level: PR payer, AY clearinghouse, 41 submitter, 85 billing provider. */
export interface Organization extends Described<typeof organizationFields> {}

export const organization = record<Organization>(organizationFields);
export const readOrganization = segmentReader(organization);

const patientFields = {
  lastName: optional(3, text(60)),
  firstName: optional(4, text(35)),
  middleName: optional(5, text(25)),
  idQualifier: optional(8, code(2)),
  id: optional(9, text(80)),
};

/** NM1 of a patient. */
export interface PatientName extends Described<typeof patientFields> {}

export const patientName = record<PatientName>(patientFields);
export const readPatient = segmentReader(patientName);

export const reasonFields = {
  /** Code source 507. */
  category: required(1, code(3)),
  /** Code source 508. */
  code: required(2, code(3)),
  /** Code source 98: the entity concerned. */
  entity: optional(3, code(3)),
};

/** One C043 of an STC. */
export interface StatusReason extends Described<typeof reasonFields> {}

export const statusFields = <R extends StatusReason>(reason: RecordSpec<R>) => ({
  reasons: compositesAt([1, 10, 11], reason),
  date: optional(2, date),
  /** WQ accept, U reject. */
  action: optional(3, code(2)),
  amount: optional(4, amount),
  message: optional(12, text(264)),
  position: noted<Position>(),
});

const informationFields = statusFields(record<StatusReason>(reasonFields));

/** One STC: up to three reasons. */
export interface StatusInformation extends Described<typeof informationFields> {}

export const statusInformation = record<StatusInformation>(informationFields);
export const readStatus = segmentReader(statusInformation);

/** SVC01 and SVC02. */
export const serviceFields = {
  procedure: required([1, 2], text(48)),
  procedureQualifier: required([1, 1], code(2)),
  modifiers: always(components(1, 3, 6, code(2))),
  charge: required(2, amount, { about: 'Charge' }),
};

/** `about` is in the schema of replies, and names what `show` lists. */
const lineStatusFields = {
  ...serviceFields,
  /** REF*FJ: line item control number (REF*6R) of the 837. */
  lineControlNumber: custom(text(50), { about: 'Control number' }),
  serviceDate: custom(date, { about: 'Service date' }),
  statuses: always(customRecords(statusInformation, 99)),
  revenueCode: optional(4, text(48), { about: 'Revenue code' }),
  units: optional(7, decimal, { about: 'Units' }),
  /** Only of a period of several days. */
  serviceDateEnd: custom(date, { about: 'Last service date' }),
  /** REF*XZ. */
  prescription: custom(text(50), { about: 'Prescription' }),
  position: noted<Position>(),
};

/** Loop 2220D. */
export interface LineStatus extends Described<typeof lineStatusFields> {}

export const lineStatus = record<LineStatus>(lineStatusFields);
export const readLine = segmentReader(lineStatus);

const totalsFields = {
  accepted: custom(decimal),
  rejected: custom(decimal),
  acceptedAmount: custom(amount),
  rejectedAmount: custom(amount),
  /** Of the last QTY and AMT. */
  quantityPosition: memory<Position>(),
  amountPosition: memory<Position>(),
};

/** QTY and AMT of a level. */
export interface Totals extends Described<typeof totalsFields> {}

export const totals = record<Totals>(totalsFields);

/** Header, source, receiver and batch of a 277CA. */
export interface ClaimAcknowledgment {
  /** BHT03. */
  readonly reference: string;
  readonly created: string | undefined;
  /** BHT05. */
  readonly createdTime: string | undefined;
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

/**
 * Numbers of a claim as sent, under the names of JSON. The service contract reads REF*1K as patient control number and REF*EJ
 * as tax id. The standard reads TRN02 as patient control number and REF*1K as payer control number.
 */
export interface ClaimNumbers {
  readonly trn02: string | undefined;
  readonly ref_1k: string | undefined;
  readonly ref_ej: string | undefined;
  readonly ref_d9: string | undefined;
  readonly ref_blt: string | undefined;
}

/** Numbers of a claim by REF01, in the order of the guide. */
export const numberOf: ReadonlyMap<string, keyof ClaimNumbers> = new Map([
  ['1K', 'ref_1k'],
  ['D9', 'ref_d9'],
  ['BLT', 'ref_blt'],
  ['EJ', 'ref_ej'],
]);

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
  readonly billingProvider: Organization | undefined;
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
  readonly serviceDate: string | undefined;
  /** Only of a period of several days. */
  readonly serviceDateEnd: string | undefined;
  /** By the table of the service contract, from the last STC. */
  readonly classification: Classification;
  /** By the standard: any rejection decides, and action U rejects with any category. */
  readonly disposition: Disposition;
  /** True when classification and disposition are known and differ. */
  readonly conflict: boolean;
  readonly serviceLines: readonly LineStatus[];
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

/** DTP*472. */
export type Period = Pick<ClaimStatus, 'serviceDate' | 'serviceDateEnd'>;

/** Reads DTP*472: the last day only of a period of several days. */
export function servicePeriod(dtp: Segment): Period {
  const [serviceDate, last] = [dtp.date(3), dtp.endDate(3)];
  return { serviceDate, serviceDateEnd: last === serviceDate ? undefined : last };
}

/** True for an absent number and for zeros, which some senders use instead. */
export const isAbsentNumber = (number: string | undefined): boolean =>
  number === undefined || /^[0\s]*$/.test(number);
