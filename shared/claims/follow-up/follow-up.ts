import type { EntryDraft } from '#audit/entries/chain.ts';
import type { ClaimNote } from '#contract/claims/follow-up.ts';
import type { Claim } from '../claim/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange } from '../claim/claim-change.ts';

/** Fields to set; null removes one, undefined leaves it. */
export interface FollowUpPatch {
  readonly assignee?: string | null | undefined;
  readonly follow_up_on?: string | null | undefined;
}

/** Sets assignee and follow-up day. Undefined if the claim has both already. */
export function changeFollowUp(
  claim: Claim,
  patch: FollowUpPatch,
  facts: ChangeFacts,
): ClaimChange | undefined {
  const { assignee, follow_up_on, ...others } = claim;
  const next = {
    assignee: patched(assignee, patch.assignee),
    follow_up_on: patched(follow_up_on, patch.follow_up_on),
  };
  if (next.assignee === assignee && next.follow_up_on === follow_up_on) return undefined;
  const payload = { assignee: next.assignee ?? null, follow_up_on: next.follow_up_on ?? null };
  const { after, entry } = amendClaim(others, 'claim.follow_up', { ...facts, payload }, defined(next));
  return { before: claim, after, entry };
}

const patched = (value: string | undefined, change: string | null | undefined): string | undefined =>
  change === undefined ? value : (change ?? undefined);

function defined(next: {
  readonly assignee: string | undefined;
  readonly follow_up_on: string | undefined;
}): Pick<Claim, 'assignee' | 'follow_up_on'> {
  return {
    ...(next.assignee !== undefined && { assignee: next.assignee }),
    ...(next.follow_up_on !== undefined && { follow_up_on: next.follow_up_on }),
  };
}

/** The audit entry of a note, without its text. */
export const noteAdded = ({ id, claim_id, by }: ClaimNote): EntryDraft => ({
  event_type: 'claim.note_added',
  entity_type: 'claim',
  entity_id: claim_id,
  actor: by,
  payload: { note_id: id },
});
