import type { Claim } from '#claims/claims/claim.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import type { Change } from '../change.ts';
import type { StatusPolicy } from '../claim-acknowledgments/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '../claim-acknowledgments/stored-claim-acknowledgment.ts';
import type { RemittancePorts } from '../remittances/posting-rules.ts';
import type { UnmatchedItem } from './unmatched-item.ts';

/** One stored part of the results of a 277CA. */
export interface StatusPart {
  readonly first: number;
  readonly results: readonly StatusResult[];
  /** As it is stored, the condition of a change. */
  readonly content: PackedContent;
}

export interface UnmatchedPorts extends RemittancePorts {
  findItem(id: string): Promise<UnmatchedItem | undefined>;
  findClaimAcknowledgment(id: string): Promise<StoredClaimAcknowledgment | undefined>;
  /** The part with the result at a place, from 0. */
  readStatusPart(acknowledgmentId: string, place: number): Promise<StatusPart | undefined>;
  policyOf(payerId: string): StatusPolicy;
}

/** An item after a decision, and the change that stores it. */
export interface SettledItem {
  readonly item: UnmatchedItem;
  readonly change: Change;
}

/** A decision with the claims that it is about, as they are stored. */
export interface AttachTarget {
  readonly claim: Claim;
  /** Other claims that the response fitted. */
  readonly others: readonly Claim[];
}
