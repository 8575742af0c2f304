import type { Position } from '../../reader/segment.ts';
import type { ClaimParty } from './party.ts';
import type { Procedure } from './supplement.ts';

/** Another payer's coverage of the claim: loops 2320 and 2330A to 2330G. */
export interface OtherCoverage {
  /** Of the SBR segment. */
  readonly position?: Position | undefined;
  readonly payerSequence?: string | undefined;
  readonly relationship?: string | undefined;
  readonly groupNumber?: string | undefined;
  readonly groupName?: string | undefined;
  readonly insuranceType?: string | undefined;
  readonly claimFiling?: string | undefined;
  readonly adjustments: readonly Adjustment[];
  /** AMT*D. */
  readonly payerPaid?: number | undefined;
  /** AMT*A8. */
  readonly nonCovered?: number | undefined;
  /** AMT*EAF. */
  readonly remainingLiability?: number | undefined;
  /** OI03. */
  readonly benefitsAssigned?: string | undefined;
  /** OI04. */
  readonly signatureSource?: string | undefined;
  /** OI06. */
  readonly releaseOfInformation?: string | undefined;
  readonly outpatient?: OutpatientAdjudication | undefined;
  /** Loop 2330A. */
  readonly subscriber?: ClaimParty | undefined;
  /** Loop 2330B. */
  readonly payer?: OtherPayer | undefined;
  /** Loops 2330C to 2330G: the other payer's numbers of providers, told apart by role. */
  readonly providers: readonly ClaimParty[];
}

/** Loop 2330B. */
export interface OtherPayer extends ClaimParty {
  /** DTP*573. */
  readonly adjudicationDate?: string | undefined;
  readonly priorAuthorization?: string | undefined;
  readonly referral?: string | undefined;
  /** REF*T4. */
  readonly claimAdjusted?: string | undefined;
  /** REF*F8. */
  readonly claimControlNumber?: string | undefined;
}

/** One reason of a CAS segment. */
export interface Adjustment {
  readonly group: string;
  readonly reason: string;
  readonly amount: number | undefined;
  readonly quantity?: number | undefined;
}

/** MOA. */
export interface OutpatientAdjudication {
  readonly reimbursementRate?: number | undefined;
  readonly procedureAmount?: number | undefined;
  readonly remarks: readonly string[];
  readonly endStageRenalAmount?: number | undefined;
  readonly nonPayableProfessionalAmount?: number | undefined;
}

/** Loop 2430. */
export interface LineAdjudication {
  /** Of the SVD segment. */
  readonly position?: Position | undefined;
  /** SVD01, the id of a payer of loop 2330B. */
  readonly payerId: string;
  readonly paid: number | undefined;
  readonly procedure: Procedure;
  readonly quantity?: number | undefined;
  /** SVD06: the line into which this one was bundled. */
  readonly bundledLine?: number | undefined;
  readonly adjustments: readonly Adjustment[];
  readonly adjudicationDate?: string | undefined;
  readonly remainingLiability?: number | undefined;
}
