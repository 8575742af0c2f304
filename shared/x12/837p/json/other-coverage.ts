import {
  type Codec,
  defaultedField,
  jsonDate,
  jsonList,
  jsonMoney,
  jsonNumber,
  jsonRecord,
  jsonText,
  memoryOnlyField,
  optionalField,
  requiredField,
} from '../../values/json-codec.ts';
import type {
  LineAdjudication,
  OtherCoverage,
  OtherPayer,
  OutpatientAdjudication,
} from '../model/other-coverage.ts';
import { partyCodec, partyFields, withUsualValues } from './party.ts';
import { adjustmentCodec, procedureCodec } from './supplement.ts';

const otherPayer: Codec<OtherPayer> = withUsualValues(
  jsonRecord<OtherPayer>({
    ...partyFields('PR'),
    adjudicationDate: optionalField(jsonDate),
    priorAuthorization: optionalField(jsonText),
    referral: optionalField(jsonText),
    claimAdjusted: optionalField(jsonText),
    claimControlNumber: optionalField(jsonText),
  }),
  'PI',
);

const outpatient = jsonRecord<OutpatientAdjudication>({
  reimbursementRate: optionalField(jsonNumber),
  procedureAmount: optionalField(jsonMoney),
  remarks: defaultedField(jsonList(jsonText), []),
  endStageRenalAmount: optionalField(jsonMoney),
  nonPayableProfessionalAmount: optionalField(jsonMoney),
});

export const coverageCodec: Codec<OtherCoverage> = jsonRecord<OtherCoverage>({
  position: memoryOnlyField,
  payerSequence: optionalField(jsonText),
  relationship: optionalField(jsonText),
  groupNumber: optionalField(jsonText),
  groupName: optionalField(jsonText),
  insuranceType: optionalField(jsonText),
  claimFiling: optionalField(jsonText),
  adjustments: defaultedField(jsonList(adjustmentCodec), []),
  payerPaid: optionalField(jsonMoney),
  nonCovered: optionalField(jsonMoney),
  remainingLiability: optionalField(jsonMoney),
  benefitsAssigned: optionalField(jsonText),
  signatureSource: optionalField(jsonText),
  releaseOfInformation: optionalField(jsonText),
  outpatient: optionalField(outpatient),
  subscriber: optionalField(partyCodec('IL', 'MI')),
  payer: optionalField(otherPayer),
  providers: defaultedField(jsonList(partyCodec('', undefined)), []),
});

export const adjudicationCodec: Codec<LineAdjudication> = jsonRecord<LineAdjudication>({
  position: memoryOnlyField,
  payerId: requiredField(jsonText),
  paid: optionalField(jsonMoney),
  procedure: requiredField(procedureCodec),
  quantity: optionalField(jsonNumber),
  bundledLine: optionalField(jsonNumber),
  adjustments: defaultedField(jsonList(adjustmentCodec), []),
  adjudicationDate: optionalField(jsonDate),
  remainingLiability: optionalField(jsonMoney),
});
