import { addConflict, type Claim, type ResponseConflict } from '../../claim/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  leaveOverdue,
  moveClaim,
} from '../../claim/claim-change.ts';
import { applyResponse, type ClaimResponse, hasOpenConflict, isAdjudicated } from '../../claim/review.ts';
import type { ItemOutcome } from '../engine/item-queue.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type { VerdictResult } from './stored-acknowledgment.ts';

export interface VerdictFacts {
  readonly kind: '999' | 'TA1';
  readonly acknowledgment_id: string;
  readonly batch_id: string;
  /** The batch was sent from here; otherwise it was received as a file and sent on by others. */
  readonly isOurs: boolean;
  /** Number of batches that the acknowledgment fits equally well, if more than one. */
  readonly candidates?: number;
  readonly received_at: string;
  readonly actor: string;
  readonly now: Date;
}

export function applyVerdict(
  verdict: ClaimVerdict,
  claim: Claim | undefined,
  facts: VerdictFacts,
): ItemOutcome<VerdictResult> {
  if (claim === undefined) return { result: { ...verdict, outcome: 'missing' }, isMatched: false };
  if (facts.isOurs && claim.batch_id !== facts.batch_id) {
    return { result: { ...verdict, lane: claim.lane, outcome: 'superseded' }, isMatched: true };
  }
  const change = changeOf(verdict, claim, facts);
  const lane = change?.after.lane ?? claim.lane;
  const outcome = change === undefined ? 'unchanged' : lane === claim.lane ? 'noted' : 'moved';
  const result = { ...verdict, lane, outcome } as const;
  // The timeline shows a change by its audit entry; without a change it needs an event.
  if (change !== undefined) return { changes: [change], result, isMatched: true };
  const detail = { type: facts.kind, batch_id: facts.batch_id, ...withoutNames(verdict), outcome };
  const { acknowledgment_id: reference, received_at: at } = facts;
  const event = { at, kind: 'acknowledgment', reference, detail } as const;
  return { event: { claimId: claim.id, event }, result, isMatched: true };
}

const withoutNames = ({ set, verdict, role, errors }: ClaimVerdict) => ({
  set,
  verdict,
  ...(role && { role }),
  errors,
});

function changeOf(verdict: ClaimVerdict, claim: Claim, facts: VerdictFacts): ClaimChange | undefined {
  const change = changeFacts(verdict, facts);
  switch (verdict.verdict) {
    case 'accepted':
      return acceptance(claim, change, facts);
    case 'rejected':
      return rejection(verdict, claim, change, facts);
    case 'unknown':
      return uncertainty(claim, change, facts);
  }
}

/** Whether the payer itself has responded to the claim, which outweighs an acknowledgment of its envelope. */
function hasPayerResponded({ lane, lane_before, payer_status_at, submitted_at = '' }: Claim): boolean {
  switch (lane === 'overdue' ? lane_before : lane) {
    case 'pending':
    case 'payer_rejected':
    case 'paid':
    case 'denied':
    case 'underpaid':
      return true;
    // Accepted by a 277CA, or only by a 999: payers give the day.
    case 'accepted':
      return payer_status_at !== undefined && payer_status_at.slice(0, 10) >= submitted_at.slice(0, 10);
    default:
      return false;
  }
}

function uncertainty(claim: Claim, change: ChangeFacts, facts: VerdictFacts): ClaimChange | undefined {
  const { kind, candidates } = facts;
  const found: ResponseConflict =
    candidates === undefined
      ? conflict(facts, `${kind}: does not state whether the claim was accepted`)
      : { ...conflict(facts, `${kind}: the rejection matches ${candidates} batches`), kind: 'ambiguous' };
  if (hasPayerResponded(claim) || isAdjudicated(claim)) {
    return amendClaim(claim, 'claim.acknowledged', change, { conflicts: addConflict(claim, found) });
  }
  return moveClaim(claim, 'questioned', change, { conflicts: addConflict(claim, { ...found, open: true }) });
}

/** A claim that the payer has responded to before stays in its lane. A claim that was never sent does not change. */
function acceptance(claim: Claim, change: ChangeFacts, facts: VerdictFacts): ClaimChange | undefined {
  const { acknowledgment_id, received_at } = facts;
  if (claim.acknowledged_by_999_id === acknowledgment_id) return undefined;
  const patch = { acknowledged_at: received_at, acknowledged_by_999_id: acknowledgment_id };
  const amended = () => amendClaim(claim, 'claim.acknowledged', change, patch);
  if (claim.lane === 'review') {
    // Only an open conflict can be resolved by an acceptance: a possible duplicate was never sent from here.
    if (!hasOpenConflict(claim.conflicts)) return undefined;
    return isAdjudicated(claim)
      ? amended()
      : applyResponse(claim, 'acknowledged', responseOf(facts), change, patch);
  }
  const back = hasPayerResponded(claim)
    ? leaveOverdue(claim, 'claim.acknowledged', change, patch)
    : undefined;
  const isAccepted = claim.lane === 'accepted' || claim.lane === 'pending';
  return back ?? moveClaim(claim, 'acknowledged', change, patch) ?? (isAccepted ? amended() : undefined);
}

const responseOf = ({ acknowledgment_id, received_at }: VerdictFacts): ClaimResponse => ({
  kind: 'envelope',
  id: acknowledgment_id,
  at: received_at,
});

/**
 * Every matched claim of a rejected set gets its `claim.rejected`. A claim that the payer has responded to stays in its
 * lane, and the contradiction is noted.
 */
function rejection(
  verdict: ClaimVerdict,
  claim: Claim,
  change: ChangeFacts,
  facts: VerdictFacts,
): ClaimChange {
  const patch = {
    rejected_at: facts.received_at,
    rejected_reason: reasonOf(verdict, facts),
    rejected_by_999_id: facts.acknowledgment_id,
    ...(verdict.role && { rejected_as: verdict.role }),
  };
  // A rejection moves an accepted claim, also one that the payer itself has accepted.
  const isAccepted = (claim.lane === 'overdue' ? claim.lane_before : claim.lane) === 'accepted';
  const stays = isAdjudicated(claim) || (hasPayerResponded(claim) && !isAccepted);
  const moved = stays ? undefined : applyResponse(claim, 'rejected', responseOf(facts), change, patch);
  if (moved !== undefined) return moved;
  const text = `${facts.kind}: rejected, but the claim is ${claim.lane}`;
  const conflicts = addConflict(claim, conflict(facts, text));
  return amendClaim(claim, 'claim.rejected', change, { ...patch, conflicts });
}

function reasonOf({ errors, role }: ClaimVerdict, { kind }: VerdictFacts): string {
  const cause = role === 'collateral' ? 'rejected with its set; the claim itself has no error' : 'rejected';
  return [`${kind}: ${cause}`, errors.slice(0, 5).join('; ')].filter((text) => text !== '').join(': ');
}

const conflict = (facts: VerdictFacts, text: string): ResponseConflict => ({
  kind: 'answers',
  source_id: facts.acknowledgment_id,
  response: facts.kind,
  found_at: facts.received_at,
  text,
});

const changeFacts = (verdict: ClaimVerdict, facts: VerdictFacts): ChangeFacts => ({
  actor: facts.actor,
  now: facts.now,
  payload: {
    acknowledgment: facts.kind,
    acknowledgment_id: facts.acknowledgment_id,
    batch_id: facts.batch_id,
    set: verdict.set,
    ...(verdict.role && { role: verdict.role }),
    ...(verdict.errors.length > 0 && { errors: verdict.errors.slice(0, 5) }),
  },
});
