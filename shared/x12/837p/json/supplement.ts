import {
  type Codec,
  defaultedField,
  jsonList,
  jsonMoney,
  jsonNumber,
  jsonRecord,
  jsonText,
  optionalField,
  requiredField,
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

export const attachmentCodec: Codec<Attachment> = jsonRecord<Attachment>({
  reportType: requiredField(jsonText),
  transmission: requiredField(jsonText),
  controlNumber: optionalField(jsonText),
});

export const contractCodec: Codec<Contract> = jsonRecord<Contract>({
  type: requiredField(jsonText),
  amount: optionalField(jsonMoney),
  percentage: optionalField(jsonNumber),
  code: optionalField(jsonText),
  discountPercentage: optionalField(jsonNumber),
  version: optionalField(jsonText),
});

export const noteCodec: Codec<Note> = jsonRecord<Note>({
  purpose: defaultedField(jsonText, 'ADD'),
  text: requiredField(jsonText),
});

export const ambulanceCodec: Codec<AmbulanceTransport> = jsonRecord<AmbulanceTransport>({
  patientWeight: optionalField(jsonNumber),
  reason: optionalField(jsonText),
  miles: optionalField(jsonNumber),
  roundTripPurpose: optionalField(jsonText),
  stretcherPurpose: optionalField(jsonText),
});

export const conditionCodec: Codec<Condition> = jsonRecord<Condition>({
  category: requiredField(jsonText),
  applies: requiredField(jsonText),
  codes: defaultedField(jsonList(jsonText), []),
});

export const procedureCodec: Codec<Procedure> = jsonRecord<Procedure>({
  qualifier: defaultedField(jsonText, 'HC'),
  code: requiredField(jsonText),
  modifiers: defaultedField(jsonList(jsonText), []),
  description: optionalField(jsonText),
});

export const repricingCodec: Codec<Repricing> = jsonRecord<Repricing>({
  method: requiredField(jsonText),
  allowed: optionalField(jsonMoney),
  saving: optionalField(jsonMoney),
  organizationId: optionalField(jsonText),
  rate: optionalField(jsonNumber),
  groupCode: optionalField(jsonText),
  groupAmount: optionalField(jsonMoney),
  procedureQualifier: optionalField(jsonText),
  procedureCode: optionalField(jsonText),
  unit: optionalField(jsonText),
  quantity: optionalField(jsonNumber),
  rejectReason: optionalField(jsonText),
  policyCompliance: optionalField(jsonText),
  exception: optionalField(jsonText),
});

export const adjustmentCodec: Codec<Adjustment> = jsonRecord<Adjustment>({
  group: requiredField(jsonText),
  reason: requiredField(jsonText),
  amount: optionalField(jsonMoney),
  quantity: optionalField(jsonNumber),
});
