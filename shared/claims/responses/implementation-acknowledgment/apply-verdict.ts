import { addConflict, type Claim, type Conflict } from '../../claim/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimPatch,
  moveClaim,
} from '../../claim/claim-change.ts';
import { applyResponse, type ClaimResponse, hasOpenConflict, isAdjudicated } from '../../claim/review.ts';
import { leaveOverdue } from '../../overdue/leave-overdue.ts';
import type { Effect } from '../engine/answer-run.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type { VerdictResult } from './stored-acknowledgment.ts';

/** The acknowledgment whose verdict is applied. */
export interface VerdictFacts {
  readonly kind: '999' | 'TA1';
  readonly acknowledgment_id: string;
  readonly batch_id: string;
  /** The batch was sent from here; else it came in as a file, and somebody else sent it on. */
  readonly isOurs: boolean;
  /** Batches that the acknowledgment fits alike, where that is more than one. */
  readonly candidates?: number;
  readonly received_at: string;
  readonly actor: string;
  readonly now: Date;
}

/** What a verdict of a 999 or TA1 does to its claim. */
export function applyVerdict(
  verdict: ClaimVerdict,
  claim: Claim | undefined,
  facts: VerdictFacts,
): Effect<VerdictResult> {
  if (claim === undefined) return { result: { ...verdict, outcome: 'missing' }, isMatched: false };
  if (facts.isOurs && claim.batch_id !== facts.batch_id) {
    return { result: { ...verdict, lane: claim.lane, outcome: 'superseded' }, isMatched: true };
  }
  const change = changeOf(verdict, claim, facts);
  const lane = change?.after.lane ?? claim.lane;
  const outcome = change === undefined ? 'unchanged' : lane === claim.lane ? 'noted' : 'moved';
  const result = { ...verdict, lane, outcome } as const;
  // A change has its entry in the audit log, which the timeline shows; what changed nothing is told by an event.
  if (change !== undefined) return { claim, change, result, isMatched: true };
  const detail = { type: facts.kind, batch_id: facts.batch_id, ...withoutNames(verdict), outcome };
  const reference = facts.acknowledgment_id;
  return {
    claim,
    event: { at: facts.received_at, kind: 'acknowledgment', reference, detail },
    result,
    isMatched: true,
  };
}

const withoutNames = ({ set, verdict, role, errors }: ClaimVerdict) => ({
  set,
  verdict,
  ...(role && { role }),
  errors,
});

function changeOf(verdict: ClaimVerdict, claim: Claim, facts: VerdictFacts): ClaimChange | undefined {
  switch (verdict.verdict) {
    case 'accepted':
      return acceptance(claim, changeFacts(verdict, facts), facts);
    case 'rejected':
      return rejection(verdict, claim, changeFacts(verdict, facts), facts);
    case 'unknown':
      return uncertainty(claim, changeFacts(verdict, facts), facts);
  }
}

/** The payer has told more of the claim than an acknowledgment of its envelope can: where it is, it stays. */
function isAnsweredByPayer({ lane, lane_before, payer_status_at, submitted_at = '' }: Claim): boolean {
  switch (lane === 'overdue' ? lane_before : lane) {
    case 'pending':
    case 'payer_rejected':
    case 'paid':
    case 'denied':
    case 'underpaid':
      return true;
    // By a 277CA, or only by a 999: payers tell the day.
    case 'accepted':
      return payer_status_at !== undefined && payer_status_at.slice(0, 10) >= submitted_at.slice(0, 10);
    default:
      return false;
  }
}

function uncertainty(claim: Claim, change: ChangeFacts, facts: VerdictFacts): ClaimChange | undefined {
  const found: Conflict =
    facts.candidates === undefined
      ? conflict(facts, `${facts.kind}: whether it was accepted is not said`)
      : {
          ...conflict(facts, `${facts.kind}: ${facts.candidates} batches fit what was refused`),
          kind: 'ambiguous',
        };
  if (isAnsweredByPayer(claim) || isAdjudicated(claim)) {
    return amendClaim(claim, 'claim.acknowledged', change, { conflicts: addConflict(claim, found) });
  }
  return moveClaim(claim, 'questioned', change, { conflicts: addConflict(claim, { ...found, open: true }) });
}

/** A claim that the payer answered before its 999 came stays where it is; one that was never sent has no use for it. */
function acceptance(claim: Claim, change: ChangeFacts, facts: VerdictFacts): ClaimChange | undefined {
  if (claim.acknowledged_by_999_id === facts.acknowledgment_id) return undefined;
  const patch = {
    acknowledged_at: facts.received_at,
    acknowledged_by_999_id: facts.acknowledgment_id,
  };
  if (claim.lane === 'review') return acceptanceInReview(claim, change, facts, patch);
  const isAnswered = claim.lane === 'accepted' || claim.lane === 'pending';
  const isPayersTurn = isAnsweredByPayer(claim);
  return (
    (isPayersTurn ? leaveOverdue(claim, 'claim.acknowledged', change, patch) : undefined) ??
    moveClaim(claim, 'acknowledged', change, patch) ??
    (isAnswered ? amendClaim(claim, 'claim.acknowledged', change, patch) : undefined)
  );
}

/** A possible duplicate was never sent from here. What else is in review waits for what it is in review for. */
function acceptanceInReview(
  claim: Claim,
  change: ChangeFacts,
  facts: VerdictFacts,
  patch: ClaimPatch,
): ClaimChange | undefined {
  if (!hasOpenConflict(claim.conflicts)) return undefined;
  return isAdjudicated(claim)
    ? amendClaim(claim, 'claim.acknowledged', change, patch)
    : applyResponse(claim, 'acknowledged', responseOf(facts), change, patch);
}

const responseOf = ({ acknowledgment_id, received_at }: VerdictFacts): ClaimResponse => ({
  kind: 'envelope',
  id: acknowledgment_id,
  at: received_at,
});

/**
 * Every matched claim of a refused set gets its `claim.rejected` (spec, "Events"), also one that the payer has
 * answered already: there the two answers contradict each other, and the later state stays.
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
  // By the letter of the spec a refusal takes a claim out of a mere acceptance, also the payer's own.
  const isAccepted = (claim.lane === 'overdue' ? claim.lane_before : claim.lane) === 'accepted';
  const stays = isAdjudicated(claim) || (isAnsweredByPayer(claim) && !isAccepted);
  const moved = stays ? undefined : applyResponse(claim, 'rejected', responseOf(facts), change, patch);
  if (moved !== undefined) return moved;
  const text = `${facts.kind}: refused, but it is ${claim.lane}`;
  const conflicts = addConflict(claim, conflict(facts, text));
  return amendClaim(claim, 'claim.rejected', change, { ...patch, conflicts });
}

function reasonOf({ errors, role }: ClaimVerdict, { kind }: VerdictFacts): string {
  const cause = role === 'collateral' ? 'refused with its set, nothing is wrong with the claim' : 'refused';
  const told = errors.slice(0, 5).join('; ');
  return told === '' ? `${kind}: ${cause}` : `${kind}: ${cause}: ${told}`;
}

const conflict = (facts: VerdictFacts, text: string): Conflict => ({
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
