import type { Position } from '../../reader/segment.ts';
import type {
  Adjustment,
  LineAdjudication,
  OtherCoverage,
  OtherPayer,
  OutpatientAdjudication,
} from './other-coverage.ts';
import { none, PartyRecord } from './party-records.ts';
import type { Procedure } from './supplement.ts';

export class ProcedureRecord implements Procedure {
  qualifier = '';
  code = '';
  modifiers: string[] = none;
  description: string | undefined = undefined;
}

/** Stands in a line whose SV1 is missing. */
export const noProcedure: Procedure = Object.freeze(new ProcedureRecord());

export class CoverageRecord implements OtherCoverage {
  position: Position | undefined = undefined;
  payerSequence: string | undefined = undefined;
  relationship: string | undefined = undefined;
  groupNumber: string | undefined = undefined;
  groupName: string | undefined = undefined;
  insuranceType: string | undefined = undefined;
  claimFiling: string | undefined = undefined;
  adjustments: Adjustment[] = none;
  payerPaid: number | undefined = undefined;
  nonCovered: number | undefined = undefined;
  remainingLiability: number | undefined = undefined;
  benefitsAssigned: string | undefined = undefined;
  signatureSource: string | undefined = undefined;
  releaseOfInformation: string | undefined = undefined;
  outpatient: OutpatientAdjudication | undefined = undefined;
  subscriber: PartyRecord | undefined = undefined;
  payer: OtherPayerRecord | undefined = undefined;
  providers: PartyRecord[] = none;
}

export class OtherPayerRecord extends PartyRecord implements OtherPayer {
  adjudicationDate: string | undefined = undefined;
  priorAuthorization: string | undefined = undefined;
  referral: string | undefined = undefined;
  claimAdjusted: string | undefined = undefined;
  claimControlNumber: string | undefined = undefined;
}

export class AdjudicationRecord implements LineAdjudication {
  position: Position | undefined = undefined;
  payerId = '';
  paid: number | undefined = undefined;
  procedure: Procedure = noProcedure;
  quantity: number | undefined = undefined;
  bundledLine: number | undefined = undefined;
  adjustments: Adjustment[] = none;
  adjudicationDate: string | undefined = undefined;
  remainingLiability: number | undefined = undefined;
}
