import type { StatusInformation } from '#x12/277ca/types.ts';
import { claimStatusCategory, claimStatusCode } from '#x12/codes/claim-status.ts';
import { type Claim, type Conflict, withConflict } from '../../claim/claim.ts';
import { amend, type ChangeFacts, type ClaimChange, type ClaimPatch, move } from '../../claim/move.ts';
import { afterResponse, isDecided, openConflict, type Response, respond } from '../../claim/review.ts';
import { leaveOverdue } from '../../overdue/leave-overdue.ts';
import { token } from '../engine/token.ts';
import { rejecting, type StatusPolicy, type StatusView, triggerOf } from './policy.ts';
import { isReceipt, supersedes } from './recency.ts';
import type { StatusOutcome } from './record.ts';

/** The 277CA whose status is applied. */
export interface StatusFacts {
  readonly acknowledgment_id: string;
  /** See {@link answerTime}. */
  readonly answered_at: string;
  /** See {@link writingTime}. */
  readonly written_at?: string | undefined;
  readonly received_at: string;
  readonly actor: string;
  readonly now: Date;
}

/** What became of the claim, with the change where there is one. */
export interface AppliedStatus {
  readonly change?: ClaimChange | undefined;
  readonly outcome: Extract<StatusOutcome, 'moved' | 'noted' | 'superseded' | 'unchanged'>;
}

/** What a status of a 277CA does to the claim that it is about. */
export function applyStatus(
  status: StatusView,
  claim: Claim,
  policy: StatusPolicy,
  facts: StatusFacts,
  payerControlNumber: string | undefined,
): AppliedStatus {
  const { answered_at: at, written_at: writtenAt } = facts;
  if (!supersedes({ at, writtenAt, isReceipt: isReceipt(status) }, claim)) return { outcome: 'superseded' };
  const { payer_status_written_at, payer_status_rejects, ...rest } = claim;
  const change = changeOf(status, rest, policy, facts, {
    ...(writtenAt !== undefined && { payer_status_written_at: writtenAt }),
    ...(status.disposition === 'rejected' && { payer_status_rejects: true }),
    payer_status_at: facts.answered_at,
    payer_status_by_277ca_id: facts.acknowledgment_id,
    payer_status_code: codeOf(status),
    ...(payerControlNumber && { payer_control_number: payerControlNumber }),
    ...(status.conflict && { conflicts: withConflict(claim, noted(classificationConflict(status, facts))) }),
  });
  if (change === undefined) return { outcome: 'unchanged' };
  return { change, outcome: change.after.lane === claim.lane ? 'noted' : 'moved' };
}

/** `A7:562`: category and status code. */
export const codeOf = ({ category, statusCode }: Pick<StatusView, 'category' | 'statusCode'>): string =>
  statusCode === '' ? token(category) : `${token(category)}:${token(statusCode)}`;

function changeOf(
  status: StatusView,
  claim: Claim,
  policy: StatusPolicy,
  facts: StatusFacts,
  patch: ClaimPatch,
): ClaimChange | undefined {
  const change = changeFacts(status, policy, facts);
  const trigger = triggerOf(status, policy);
  switch (trigger) {
    case 'payer_rejected':
      return rejection(status, claim, policy, facts, patch);
    case 'questioned':
      return question(status, claim, facts, change, patch);
    case 'accepted':
    case 'pended':
      return (
        (isDecided(claim)
          ? undefined
          : respond(claim, trigger, responseOf(facts), change, patch, 'claim.acknowledged')) ??
        history(claim, change, patch)
      );
    case undefined:
      return leaveOverdue(claim, 'claim.acknowledged', change, patch) ?? history(claim, change, patch);
  }
}

const responseOf = ({ acknowledgment_id, received_at }: StatusFacts): Response => ({
  kind: 'status',
  id: acknowledgment_id,
  at: received_at,
});

/** Once a remittance has decided, or another claim has taken its place, what the payer says on the way is history. */
function history(claim: Claim, change: ChangeFacts, patch: ClaimPatch): ClaimChange | undefined {
  const isOver = ['paid', 'denied', 'underpaid', 'closed'].includes(claim.lane);
  return isOver ? undefined : amend(claim, 'claim.acknowledged', change, patch);
}

/** A status that contradicts itself puts its claim in review, in place of what earlier statuses left open. */
function question(
  status: StatusView,
  claim: Claim,
  facts: StatusFacts,
  change: ChangeFacts,
  patch: ClaimPatch,
): ClaimChange | undefined {
  const conflict = classificationConflict(status, facts);
  if (isDecided(claim)) {
    const conflicts = withConflict(claim, noted(conflict));
    return amend(claim, 'claim.acknowledged', change, { ...patch, conflicts });
  }
  const conflicts = withConflict({ conflicts: afterResponse(claim.conflicts, responseOf(facts)) }, conflict);
  return move(claim, 'questioned', change, { ...patch, conflicts });
}

/**
 * Spec, "States and transitions". Each matched claim gets its `claim.payer_rejected`; one that a remittance has
 * decided on stays where it is, and the contradiction is noted.
 */
function rejection(
  status: StatusView,
  claim: Claim,
  policy: StatusPolicy,
  facts: StatusFacts,
  patch: ClaimPatch,
): ClaimChange | undefined {
  const change = changeFacts(status, policy, facts);
  const refusals = rejecting(status, policy);
  const { category, code: statusCode } = refusals.at(-1)?.reasons[0] ?? {
    ...status,
    code: status.statusCode,
  };
  const rejected: ClaimPatch = {
    ...patch,
    payer_rejected_at: facts.answered_at,
    payer_rejected_reason: reasonOf(refusals),
    payer_rejected_status_code: codeOf({ category, statusCode }),
    payer_rejected_by_277ca_id: facts.acknowledgment_id,
  };
  const moved = isDecided(claim)
    ? undefined
    : respond(claim, 'payer_rejected', responseOf(facts), change, rejected);
  if (moved !== undefined) return moved;
  const { conflicts: known = claim.conflicts } = patch;
  const conflicts = withConflict(
    { conflicts: known },
    {
      kind: 'answers',
      source_id: facts.acknowledgment_id,
      response: '277CA',
      found_at: facts.received_at,
      text: `277CA ${codeOf(status)}: rejected, but it is ${claim.lane}`,
    },
  );
  return amend(claim, 'claim.payer_rejected', change, { ...rejected, conflicts });
}

/**
 * A rejection that fits several claims is one of theirs: each goes to review, unless a remittance has decided on it.
 */
export function questionCandidate(
  status: StatusView,
  claim: Claim,
  candidates: number,
  policy: StatusPolicy,
  facts: StatusFacts,
): ClaimChange {
  const change = changeFacts(status, policy, facts);
  const conflict = openConflict('ambiguous', '277CA', {
    id: facts.acknowledgment_id,
    at: facts.received_at,
    text: `277CA ${codeOf(status)}: ${candidates} claims fit what was rejected`,
  });
  const moved = isDecided(claim)
    ? undefined
    : move(claim, 'questioned', change, { conflicts: withConflict(claim, conflict) });
  return (
    moved ?? amend(claim, 'claim.acknowledged', change, { conflicts: withConflict(claim, noted(conflict)) })
  );
}

const noted = ({ open, ...conflict }: Conflict): Conflict => conflict;

const classificationConflict = (status: StatusView, facts: StatusFacts): Conflict =>
  openConflict('classification', '277CA', {
    id: facts.acknowledgment_id,
    at: facts.received_at,
    text: `${codeOf(status)}: ${status.classification} by the contract, ${status.disposition} by the standard`,
  });

/** Codes with their texts, and what the payer wrote beside them. */
function reasonOf(statuses: readonly StatusInformation[]): string {
  const texts = statuses.flatMap(({ reasons, message }) => [
    ...reasons.map(({ category, code, entity }) => {
      const said = claimStatusCategory.entries.get(category)?.text;
      const why = claimStatusCode.entries.get(code)?.text;
      const whom = entity === undefined ? '' : ` (${entity})`;
      return `${category}${said ? ` ${said}` : ''}: ${code}${why ? ` ${why}` : ''}${whom}`;
    }),
    ...(message === undefined ? [] : [message]),
  ]);
  return [...new Set(texts)].join('; ').slice(0, 2000);
}

/** Codes only: what the payer writes beside them may be about the patient. */
const changeFacts = (status: StatusView, policy: StatusPolicy, facts: StatusFacts): ChangeFacts => ({
  actor: facts.actor,
  now: facts.now,
  payload: {
    acknowledgment: '277CA',
    acknowledgment_id: facts.acknowledgment_id,
    code: codeOf(status),
    classification: status.classification,
    disposition: status.disposition,
    ...(status.conflict && { conflict: true }),
    ...(policy.reading === 'standard' && { reading: 'standard' }),
  },
});
