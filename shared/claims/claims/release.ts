import { type Change, changeOf } from '#claims/change.ts';
import { holdReplacement, type ReplacementStore } from '#claims/edits/replacement.ts';
import { ApiError } from '#contract/errors.ts';
import { type Claim, payerMayHave, type ResponseConflict } from './claim.ts';
import {
  type ChangeFacts,
  type ClaimChange,
  claimChange,
  moveUnsent,
  type ReplacementWrite,
} from './claim-change.ts';
import { resolution } from './known-facts.ts';
import type { ClaimLane, Lane } from './lifecycle.ts';

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
  const decision = resolution(claim, facts, payerMayHave(claim) ? lane : undefined);
  const resolved = {
    conflicts: claim.conflicts.map((conflict) => resolvedBy(conflict, decision)),
    ...(decision.resolves.length + (claim.facts ?? []).length > 0 && {
      facts: [...(claim.facts ?? []), decision],
    }),
  };
  if (payerMayHave(claim)) {
    if (lane === undefined) throw refusal('The claim was sent; name its lane with ?lane=');
    return released(decidedChange(claim, lane, facts, 'claim.released', resolved));
  }
  if (lane !== undefined) throw refusal('The claim was not sent; release it without ?lane=');
  const { error, fatal } = claim.finding_counts;
  if (error + fatal > 0) return released(moveUnsent(claim, 'draft', facts, resolved, 'claim.released'));
  // A correction is released only if no other one of the same claim is open.
  const change = moveUnsent(claim, 'ready', facts, resolved, 'claim.released');
  return released(change, await holdReplacement(claim, replacements));
}

const resolvedBy = (
  { open, ...conflict }: ResponseConflict,
  { by, at }: { readonly by: string; readonly at: string },
): ResponseConflict => (open ? { ...conflict, resolved_at: at, resolved_by: by } : conflict);

/** Leaves a refused claim at what the payer decided. The next response takes it back to the lane by its responses. */
export const setAside = (claim: Claim, reason: string, facts: ChangeFacts): ClaimChange =>
  decidedChange(claim, 'dismissed', facts, 'claim.dismissed', {
    facts: [...(claim.facts ?? []), resolution(claim, facts, 'dismissed')],
    lane_before: claim.lane,
    lane_reason: reason,
  });

/** The lane to which a claim returns that was {@link setAside}; undefined for one that was dismissed before it was sent. */
export const laneBeforeSetAside = ({ lane, lane_before }: Claim): ClaimLane | undefined =>
  lane === 'dismissed' ? lane_before : undefined;

/** Takes a claim that was {@link setAside} back to its lane. */
export function takeUpAgain(claim: Claim, lane: ClaimLane, facts: ChangeFacts): ClaimChange {
  const { lane_reason, ...rest } = claim;
  const decision = resolution(claim, facts);
  const withdraws = (claim.facts ?? []).flatMap((fact) =>
    fact.fact === 'decision' && fact.lane === 'dismissed' ? fact.key : [],
  );
  return {
    ...decidedChange(rest, lane, facts, 'claim.restored', {
      facts: [...(claim.facts ?? []), { ...decision, withdraws }],
    }),
    before: claim,
  };
}

/** The lane that a person chose for a claim that was sent. It holds until there is a further response. */
function decidedChange(
  claim: Claim,
  lane: ClaimLane,
  facts: ChangeFacts,
  event: string,
  patch: Partial<Pick<Claim, 'conflicts' | 'facts' | 'lane_before' | 'lane_reason'>>,
): ClaimChange {
  const at = facts.now.toISOString();
  const { lane_before, ...rest } = claim;
  const after = { ...rest, ...patch, lane, lane_since: at, version: claim.version + 1, updated_at: at };
  return claimChange(after, event, facts, claim);
}

const released = (change: ClaimChange, writes: readonly ReplacementWrite[] = []) => ({
  claim: change.after,
  change: changeOf([change], ...writes),
});

const refusal = (message: string) => new ApiError('not_in_review', { message });
