import type { Batch } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';
import type { BatchLookup, ClaimLookup } from '../engine/claim-lookup.ts';
import type { ResponseStore } from '../engine/stored-response.ts';
import type { StatusFacts } from './apply-status.ts';
import type { StatusPolicy } from './status-policy.ts';
import type { StoredClaimAcknowledgment } from './stored-acknowledgment.ts';

export interface ClaimAcknowledgmentPorts {
  readonly acknowledgments: ResponseStore<StoredClaimAcknowledgment>;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
  /** How the statuses of a payer are read, by the payer's id or its interchange id. */
  policyOf(payerId: string): StatusPolicy;
}

export interface AcknowledgmentContext {
  readonly acknowledgment: StoredClaimAcknowledgment;
  readonly batches: readonly Batch[];
  readonly isInBatch: (claim: Claim) => boolean;
  readonly factsFor: (policy: StatusPolicy) => StatusFacts;
}
