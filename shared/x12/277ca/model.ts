import {
  amount,
  type CustomSegment,
  code,
  compactDay,
  type Described,
  date,
  decimal,
  type RecordSpec,
  record,
  text,
  whole,
} from '../description/field.ts';
import { segmentReader } from '../description/generated-code.ts';
import {
  above,
  always,
  components,
  compositesAt,
  custom,
  customRecord,
  group,
  inSegment,
  loopRecords,
  memory,
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

/** DTP*472: a day, or the first and the last one. */
export const periodFields = {
  serviceDate: custom(date, { about: 'Service date' }),
  /** Only of a period of several days. */
  serviceDateEnd: custom(date, { about: 'Last service date' }),
};

export interface Period extends Described<typeof periodFields> {}

export const serviceDates: CustomSegment<Period> = {
  keys: ['DTP-472'],
  read(record, dtp) {
    const [first, last] = [dtp.date(3), dtp.endDate(3)];
    record.serviceDate = first;
    record.serviceDateEnd = last === first ? undefined : last;
  },
  write({ serviceDate: from, serviceDateEnd: to = from }, writer) {
    if (from === undefined || to === undefined) return;
    const [first, last] = [compactDay(from), compactDay(to)];
    if (first === last) writer.segment('DTP', '472', 'D8', first);
    else writer.segment('DTP', '472', 'RD8', `${first}-${last}`);
  },
};

const statuses = always(segmentRecords('STC', statusInformation, 99));

/** `about` is in the schema of replies, and names what `show` lists. */
const lineStatusFields = {
  ...inSegment('SVC', serviceFields),
  /** REF*FJ: line item control number (REF*6R) of the 837. */
  lineControlNumber: segmentValue('REF-FJ', text(50), { about: 'Control number' }),
  serviceDate: periodFields.serviceDate,
  statuses,
  ...inSegment('SVC', {
    revenueCode: optional(4, text(48), { about: 'Revenue code' }),
    units: optional(7, decimal, { about: 'Units' }),
  }),
  serviceDateEnd: periodFields.serviceDateEnd,
  prescription: segmentValue('REF-XZ', text(50), { about: 'Prescription' }),
  position: noted<Position>(),
};

/** Loop 2220D. */
export interface LineStatus extends Described<typeof lineStatusFields> {}

export const lineStatus = record<LineStatus>(lineStatusFields, { custom: [serviceDates] });

const totalsFields = (accepted: string, rejected: string) => ({
  accepted: segmentValue(`QTY-${accepted}`, whole(0, 999_999_999)),
  rejected: segmentValue(`QTY-${rejected}`, whole(0, 999_999_999)),
  acceptedAmount: segmentValue('AMT-YU', amount),
  rejectedAmount: segmentValue('AMT-YY', amount),
  /** Of the last QTY and AMT. */
  quantityPosition: memory<Position>(),
  amountPosition: memory<Position>(),
});

/** QTY and AMT of a level. */
export interface Totals extends Described<ReturnType<typeof totalsFields>> {}

/** Loop 2200B. */
export const batchTotals = record<Totals>(totalsFields('90', 'AA'));
/** Loop 2200C. */
export const providerTotals = record<Totals>(totalsFields('QA', 'QC'));

/** STC of a level above the claims. */
export const levelStatuses = record<{ readonly statuses: readonly StatusInformation[] }>({ statuses });

const receiptFields = {
  /** `YYYY-MM-DD`. A writer takes the day of writing by default. */
  received: segmentValue('DTP-050', date, { about: 'Received' }),
  processed: segmentValue('DTP-009', date, { about: 'Processed' }),
};

/** Loop 2200A without its TRN. */
export interface Receipt extends Described<typeof receiptFields> {}

export const receipt = record<Receipt>(receiptFields);

const headerFields = {
  reference: required(3, text(50), { about: 'BHT03' }),
  created: optional(4, date),
  createdTime: optional(5, text(8)),
  position: noted<Position>(),
};

/** BHT. */
export interface Header extends Described<typeof headerFields> {}

export const readHeader = segmentReader(record<Header>(headerFields));

const acknowledgmentFields = {
  reference: headerFields.reference,
  created: headerFields.created,
  source: above(organization),
  /** 2200A TRN02: trace of the sender. */
  sourceTrace: custom(text(50)),
  ...receiptFields,
  receiver: above(organization),
  batch: custom(text(50), { about: 'BHT03 of the acknowledged 837' }),
  totals: above(batchTotals),
  position: noted<Position>(),
};

/** What a 277CA shows above its statuses. */
export interface AcknowledgmentContent extends Described<typeof acknowledgmentFields> {}

export const acknowledgmentContent = record<AcknowledgmentContent>(acknowledgmentFields);

/** Header, source, receiver and batch of a 277CA. */
export interface ClaimAcknowledgment extends AcknowledgmentContent, Header {}

/** REF of a claim. All but the bill type may name it. */
const numberFields = {
  trn02: custom(text(50)),
  ref_1k: segmentValue('REF-1K', text(50)),
  ref_ej: segmentValue('REF-EJ', text(50)),
  ref_d9: segmentValue('REF-D9', text(50), { about: 'Clearinghouse number' }),
  ref_blt: segmentValue('REF-BLT', text(50)),
};

/**
 * Numbers of a claim as sent, under the names of JSON. The service contract reads REF*1K as patient control number and REF*EJ
 * as tax id. The standard reads TRN02 as patient control number and REF*1K as payer control number.
 */
export interface ClaimNumbers extends Described<typeof numberFields> {}

export const claimNumbers = record<ClaimNumbers>(numberFields);

const claimFields = {
  ...periodFields,
  numbers: present(group(claimNumbers)),
  patient: customRecord(patientName),
  billingProvider: optionalAbove(organization),
  /** Every STC of the claim, in order. */
  statuses,
  serviceLines: always(loopRecords(['2220D'], lineStatus, 99)),
};

/** What a payer sends about a claim: loop 2200D, with its patient and billing provider. */
export interface ClaimContent extends Described<typeof claimFields> {}

export const claimContent = record<ClaimContent>(claimFields, { custom: [serviceDates] });

const claimStatusFields = {
  ...claimFields,
  /** False when the set ends inside the status without SE. */
  isComplete: memory<boolean>(),
  /** HL01 of the patient. */
  hierarchy: noted<string>(),
  /** By the service contract: REF*1K, else TRN02. */
  patientControlNumber: noted<string>(),
  taxId: memory<string>(),
  /** By 005010X214. */
  standard: noted<{
    readonly patientControlNumber: string | undefined;
    readonly payerControlNumber: string | undefined;
    /** Of the billing provider: NM1*85 under FI, REF*TJ, REF*EI or REF*SY. */
    readonly taxId: string | undefined;
  }>(),
  /** Of the first reason of the last STC. */
  category: noted<string>(),
  statusCode: noted<string>(),
  entity: memory<string>(),
  action: memory<string>(),
  amount: memory<number>(),
  effectiveDate: memory<string>(),
  message: memory<string>(),
  /** By the table of the service contract, from the last STC. */
  classification: noted<Classification>(),
  /** By the standard: any rejection decides, and action U rejects with any category. */
  disposition: noted<Disposition>(),
  /** True when classification and disposition are known and differ. */
  conflict: noted<boolean>(),
  position: noted<Position>(),
};

/** Status of one claim: what its payer sent, and how it is read. A patient level may have several. */
export interface ClaimStatus extends Described<typeof claimStatusFields> {}

export const claimStatus = record<ClaimStatus>(claimStatusFields, { custom: [serviceDates] });

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

/** True for an absent number and for zeros, which some senders use instead. */
export const isAbsentNumber = (number: string | undefined): boolean =>
  number === undefined || /^[0\s]*$/.test(number);
