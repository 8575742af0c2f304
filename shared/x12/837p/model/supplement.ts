import { amount, code, type Described, decimal, record, text } from './field.ts';
import { element, elements, required } from './places.ts';

/** Segments and composites that several loops have. */

const attachmentFields = {
  reportType: required(1, code(2)),
  transmission: required(2, code(2)),
  controlNumber: element(6, text(80), { qualifier: 'AC' }),
};

/** PWK. */
export interface Attachment extends Described<typeof attachmentFields> {}
export const attachment = record<Attachment>(attachmentFields);

const contractFields = {
  type: required(1, code(2)),
  amount: element(2, amount),
  percentage: element(3, decimal),
  code: element(4, text(50)),
  discountPercentage: element(5, decimal),
  version: element(6, text(30)),
};

/** CN1. */
export interface Contract extends Described<typeof contractFields> {}
export const contract = record<Contract>(contractFields);

const noteFields = { purpose: required(1, code(3), { default: 'ADD' }), text: required(2, text(80)) };

/** NTE. */
export interface Note extends Described<typeof noteFields> {}
export const note = record<Note>(noteFields);

const ambulanceFields = {
  /** Pounds. */
  patientWeight: element(2, decimal, { qualifier: 'LB' }),
  reason: element(4, code(1)),
  miles: element(6, decimal, { qualifier: 'DH' }),
  roundTripPurpose: element(9, text(80)),
  stretcherPurpose: element(10, text(80)),
};

/** CR1. */
export interface AmbulanceTransport extends Described<typeof ambulanceFields> {}
export const ambulance = record<AmbulanceTransport>(ambulanceFields);

const conditionFields = {
  /** 07 ambulance, E1 to E3 vision, 75 homebound, ZZ EPSDT, 70 hospice, 09 equipment. */
  category: required(1, code(2)),
  /** Y or N. */
  applies: required(2, code(1)),
  codes: elements(3, 7, code(3)),
};

/** CRC. */
export interface Condition extends Described<typeof conditionFields> {}
export const condition = record<Condition>(conditionFields);

const repricingFields = {
  method: required(1, code(2)),
  allowed: element(2, amount),
  saving: element(3, amount),
  organizationId: element(4, text(50)),
  rate: element(5, decimal),
  groupCode: element(6, text(50)),
  groupAmount: element(7, amount),
  procedureQualifier: element(9, code(2)),
  procedureCode: element(10, text(48)),
  unit: element(11, code(2)),
  quantity: element(12, decimal),
  rejectReason: element(13, code(2)),
  policyCompliance: element(14, code(2)),
  exception: element(15, code(2)),
};

/** HCP; only lines have the repriced service, HCP09 to HCP12. */
export interface Repricing extends Described<typeof repricingFields> {}
export const repricing = record<Repricing>(repricingFields);

const procedureFields = {
  /** HC for CPT and HCPCS. */
  qualifier: required(1, code(2), { default: 'HC' }),
  code: required(2, text(48)),
  modifiers: elements(3, 6, code(2)),
  description: element(7, text(80)),
};

/** C003 of SV101 and SVD03. */
export interface Procedure extends Described<typeof procedureFields> {}

export const procedure = record<Procedure>(procedureFields);

const healthCareCodeFields = {
  qualifier: required(1, code(3), {
    default: 'ABF',
    about: 'ABK principal diagnosis, ABF further diagnoses (ICD-10-CM)',
  }),
  code: required(2, text(30)),
};

/** One composite of an HI segment. */
export interface HealthCareCode extends Described<typeof healthCareCodeFields> {}
export const healthCareCode = record<HealthCareCode>(healthCareCodeFields);
