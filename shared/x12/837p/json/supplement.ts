import {
  type Codec,
  list,
  money,
  number,
  optional,
  or,
  record,
  required,
  text,
} from '../../values/json-codec.ts';
import type { Adjustment } from '../model/other-coverage.ts';
import type {
  AmbulanceTransport,
  Attachment,
  Condition,
  Contract,
  Note,
  Procedure,
  Repricing,
} from '../model/supplement.ts';

export const attachmentCodec: Codec<Attachment> = record<Attachment>({
  reportType: required(text),
  transmission: required(text),
  controlNumber: optional(text),
});

export const contractCodec: Codec<Contract> = record<Contract>({
  type: required(text),
  amount: optional(money),
  percentage: optional(number),
  code: optional(text),
  discountPercentage: optional(number),
  version: optional(text),
});

export const noteCodec: Codec<Note> = record<Note>({ purpose: or(text, 'ADD'), text: required(text) });

export const ambulanceCodec: Codec<AmbulanceTransport> = record<AmbulanceTransport>({
  patientWeight: optional(number),
  reason: optional(text),
  miles: optional(number),
  roundTripPurpose: optional(text),
  stretcherPurpose: optional(text),
});

export const conditionCodec: Codec<Condition> = record<Condition>({
  category: required(text),
  applies: required(text),
  codes: or(list(text), []),
});

export const procedureCodec: Codec<Procedure> = record<Procedure>({
  qualifier: or(text, 'HC'),
  code: required(text),
  modifiers: or(list(text), []),
  description: optional(text),
});

export const repricingCodec: Codec<Repricing> = record<Repricing>({
  method: required(text),
  allowed: optional(money),
  saving: optional(money),
  organizationId: optional(text),
  rate: optional(number),
  groupCode: optional(text),
  groupAmount: optional(money),
  procedureQualifier: optional(text),
  procedureCode: optional(text),
  unit: optional(text),
  quantity: optional(number),
  rejectReason: optional(text),
  policyCompliance: optional(text),
  exception: optional(text),
});

export const adjustmentCodec: Codec<Adjustment> = record<Adjustment>({
  group: required(text),
  reason: required(text),
  amount: optional(money),
  quantity: optional(number),
});
