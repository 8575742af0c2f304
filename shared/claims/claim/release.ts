import { ApiError } from '#contract/errors.ts';
import { type Change, changeOf } from '../change.ts';
import { type Claim, payerMayHave } from './claim.ts';
import { type ChangeFacts, type ClaimChange, moveByDecision, moveClaim } from './claim-change.ts';
import type { ReplacementWrite } from './claim-write.ts';
import type { Lane } from './lifecycle.ts';
import { holdReplacement, type ReplacementStore } from './replacement.ts';
import { conflictsAfterDecision } from './review.ts';

export type LaneAfterRelease = Exclude<Lane, 'draft' | 'ready' | 'review' | 'overdue'>;

/**
 * Releases a claim from review by the decision of a person. A claim that was not sent becomes ready, or a draft if it has
 * errors. A claim that was sent moves to the chosen lane, because it must not be sent twice.
 *
 * @throws ApiError not_in_review, not_correctable
 */
export async function releaseFromReview(
  claim: Claim,
  lane: LaneAfterRelease | undefined,
  facts: ChangeFacts,
  replacements: ReplacementStore,
): Promise<{ readonly claim: Claim; readonly change: Change }> {
  if (claim.lane !== 'review') throw new ApiError('not_in_review');
  const by = { id: facts.actor, at: facts.now.toISOString() };
  const conflicts = conflictsAfterDecision(claim.conflicts, by);
  if (payerMayHave(claim)) {
    if (lane === undefined) throw refusal('The claim was sent; name its lane with ?lane=');
    return released(moveByDecision(claim, lane, facts, { conflicts }));
  }
  if (lane !== undefined) throw refusal('The claim was not sent; release it without ?lane=');
  const { error, fatal } = claim.finding_counts;
  if (error + fatal > 0) return released(moveByDecision(claim, 'draft', facts, { conflicts }));
  const change = moveClaim(claim, 'released', facts, { conflicts });
  if (change === undefined) throw new ApiError('not_in_review');
  // A correction is released only if no other one of the same claim is open.
  return released(change, await holdReplacement(claim, replacements));
}

const released = (change: ClaimChange, writes: readonly ReplacementWrite[] = []) => ({
  claim: change.after,
  change: changeOf([change], ...writes),
});

const refusal = (message: string) => new ApiError('not_in_review', { message });
