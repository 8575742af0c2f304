import { amount, code, type Described, date, decimal, record, text, whole } from '../../description/field.ts';
import {
  compositeRecord,
  customRecords,
  inSegment,
  loopRecord,
  loopRecords,
  memory,
  optional,
  required,
  segmentRecord,
  segmentValue,
} from '../../description/places.ts';
import type { Position } from '../../reader/segment.ts';
import { insuranceFields, otherPayer, party } from './party.ts';
import { adjustmentSegments, outpatient, procedure } from './supplement.ts';

const adjustmentFields = {
  group: required(1, code(2)),
  reason: required(2, code(5)),
  amount: optional(3, amount),
  quantity: optional(4, decimal),
};

/** One reason of a CAS segment. */
export interface Adjustment extends Described<typeof adjustmentFields> {}

const adjustments = customRecords(record<Adjustment>(adjustmentFields), 30);
const custom = [adjustmentSegments<Adjustment>(undefined)];

const otherCoverageFields = {
  /** Of the SBR segment. */
  position: memory<Position>(),
  ...inSegment('SBR', insuranceFields),
  adjustments,
  /** AMT*D. */
  payerPaid: segmentValue('AMT-D', amount),
  /** AMT*A8. */
  nonCovered: segmentValue('AMT-A8', amount),
  /** AMT*EAF. */
  remainingLiability: segmentValue('AMT-EAF', amount),
  ...inSegment('OI', {
    /** OI03. */
    benefitsAssigned: optional(3, code(1)),
    /** OI04. */
    signatureSource: optional(4, code(1)),
    /** OI06. */
    releaseOfInformation: optional(6, code(1)),
  }),
  outpatient: segmentRecord('MOA', outpatient),
  /** Loop 2330A. */
  subscriber: loopRecord('2330A', party, { role: 'IL', idQualifier: 'MI' }),
  /** Loop 2330B. */
  payer: loopRecord('2330B', otherPayer, { role: 'PR', idQualifier: 'PI' }),
  /** Loops 2330C to 2330G: the other payer's numbers of providers; the role distinguishes the providers. */
  providers: loopRecords(['2330C', '2330D', '2330E', '2330F', '2330G'], party, 10),
};

/** Another payer's coverage of the claim: loops 2320 and 2330A to 2330G. */
export interface OtherCoverage extends Described<typeof otherCoverageFields> {}

export const otherCoverage = record<OtherCoverage>(otherCoverageFields, { custom });

const adjudicationFields = {
  /** Of the SVD segment. */
  position: memory<Position>(),
  ...inSegment('SVD', {
    /** SVD01: the id of a payer of loop 2330B. */
    payerId: required(1, text(80)),
    paid: optional(2, amount),
    procedure: compositeRecord(3, procedure),
    quantity: optional(5, decimal),
    /** SVD06: the line into which this one was bundled. */
    bundledLine: optional(6, whole(1, 999_999)),
  }),
  adjustments,
  adjudicationDate: segmentValue('DTP-573', date),
  remainingLiability: segmentValue('AMT-EAF', amount),
};

/** Loop 2430: what another payer decided about the line. */
export interface LineAdjudication extends Described<typeof adjudicationFields> {}

export const adjudication = record<LineAdjudication>(adjudicationFields, { custom });
