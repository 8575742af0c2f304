import {
  type Codec,
  date,
  hidden,
  list,
  money,
  number,
  optional,
  or,
  record,
  required,
  text,
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
  record<OtherPayer>({
    ...partyFields('PR'),
    adjudicationDate: optional(date),
    priorAuthorization: optional(text),
    referral: optional(text),
    claimAdjusted: optional(text),
    claimControlNumber: optional(text),
  }),
  'PI',
);

const outpatient = record<OutpatientAdjudication>({
  reimbursementRate: optional(number),
  procedureAmount: optional(money),
  remarks: or(list(text), []),
  endStageRenalAmount: optional(money),
  nonPayableProfessionalAmount: optional(money),
});

export const coverageCodec: Codec<OtherCoverage> = record<OtherCoverage>({
  position: hidden,
  payerSequence: optional(text),
  relationship: optional(text),
  groupNumber: optional(text),
  groupName: optional(text),
  insuranceType: optional(text),
  claimFiling: optional(text),
  adjustments: or(list(adjustmentCodec), []),
  payerPaid: optional(money),
  nonCovered: optional(money),
  remainingLiability: optional(money),
  benefitsAssigned: optional(text),
  signatureSource: optional(text),
  releaseOfInformation: optional(text),
  outpatient: optional(outpatient),
  subscriber: optional(partyCodec('IL', 'MI')),
  payer: optional(otherPayer),
  providers: or(list(partyCodec('', undefined)), []),
});

export const adjudicationCodec: Codec<LineAdjudication> = record<LineAdjudication>({
  position: hidden,
  payerId: required(text),
  paid: optional(money),
  procedure: required(procedureCodec),
  quantity: optional(number),
  bundledLine: optional(number),
  adjustments: or(list(adjustmentCodec), []),
  adjudicationDate: optional(date),
  remainingLiability: optional(money),
});
