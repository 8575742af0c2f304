import type { Clearinghouse, PayerConfig } from '#contract/claims/configuration/records.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';

/** A claim to be sent: the id of its record, and its typed content. */
export interface OutgoingClaim {
  readonly id: string;
  readonly content: ProfessionalClaim;
}

export interface OutgoingFileContext {
  readonly submissionId: string;
  readonly batchId: string;
  readonly controlNumber: number;
  readonly clearinghouse: Clearinghouse;
  readonly config: Extract<PayerConfig, { transaction: '837P' }>;
  readonly now: Date;
}
