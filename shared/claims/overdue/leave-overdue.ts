import type { Claim } from '../claim/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange, type ClaimPatch } from '../claim/claim-change.ts';
import type { ClaimEventType } from '../claim/lifecycle.ts';

/**
 * Moves an overdue claim back to its earlier lane when a response arrives that does not move it elsewhere. Undefined for a
 * claim that is not overdue.
 */
export function leaveOverdue(
  claim: Claim,
  eventType: ClaimEventType,
  facts: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange | undefined {
  const { lane_before: lane = 'submitted', ...rest } = claim;
  if (claim.lane !== 'overdue') return undefined;
  const back: Claim = { ...rest, lane, lane_since: facts.now.toISOString() };
  const { after, entry } = amendClaim(back, eventType, facts, patch);
  const payload = { ...facts.payload, from: claim.lane, to: lane, version: after.version };
  return { before: claim, after, entry: { ...entry, payload } };
}
