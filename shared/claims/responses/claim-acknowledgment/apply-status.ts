import { claimStatusCategory, claimStatusCode } from '#x12/codes/claim-status.ts';
import type { Batch } from '../../claim/batch.ts';
import { addConflict, type Claim, type ResponseConflict } from '../../claim/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimPatch,
  leaveOverdue,
  moveClaim,
} from '../../claim/claim-change.ts';
import {
  applyResponse,
  type ClaimResponse,
  conflictsAfterResponse,
  isAdjudicated,
  openConflict,
} from '../../claim/review.ts';
import type { BatchLookup, ClaimLookup, ResponseStore } from '../engine/claim-lookup.ts';
import { codeOrMask } from '../engine/json.ts';
import { isReceipt, supersedes } from './recency.ts';
import {
  type DecidingStatus,
  rejectingStatuses,
  type StatusPolicy,
  type StatusView,
  statusTrigger,
} from './status-policy.ts';
import type { StatusOutcome, StoredClaimAcknowledgment } from './stored-acknowledgment.ts';

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

export interface StatusFacts {
  readonly acknowledgment_id: string;
  /** See {@link acknowledgmentTime}. */
  readonly answered_at: string;
  /** See {@link writingTime}. */
  readonly written_at?: string | undefined;
  readonly received_at: string;
  readonly actor: string;
  readonly now: Date;
}

export interface AppliedStatus {
  readonly change?: ClaimChange | undefined;
  readonly outcome: Extract<StatusOutcome, 'moved' | 'noted' | 'superseded' | 'unchanged'>;
}

/** A status that counts, and the fields that it changes with every transition. */
interface CurrentStatus {
  readonly status: StatusView;
  readonly claim: Claim;
  readonly policy: StatusPolicy;
  readonly facts: StatusFacts;
  readonly change: ChangeFacts;
  readonly response: ClaimResponse;
  readonly patch: ClaimPatch;
}

export function applyStatus(
  status: StatusView,
  claim: Claim,
  policy: StatusPolicy,
  facts: StatusFacts,
  payerControlNumber: string | undefined,
): AppliedStatus {
  const { answered_at: at, written_at: writtenAt, acknowledgment_id: id, received_at } = facts;
  if (!supersedes({ at, writtenAt, isReceipt: isReceipt(status) }, claim)) return { outcome: 'superseded' };
  const { payer_status_written_at, payer_status_rejects, ...rest } = claim;
  const change = changeOf({
    ...{ status, claim: rest, policy, facts, change: changeFacts(status, policy, facts) },
    response: { kind: 'status', id, at: received_at },
    patch: {
      ...(writtenAt !== undefined && { payer_status_written_at: writtenAt }),
      ...(status.disposition === 'rejected' && { payer_status_rejects: true }),
      payer_status_at: at,
      payer_status_by_277ca_id: id,
      payer_status_code: statusCodeText(status),
      ...(payerControlNumber && { payer_control_number: payerControlNumber }),
      ...(status.conflict && { conflicts: addConflict(claim, noted(classificationConflict(status, facts))) }),
    },
  });
  if (change === undefined) return { outcome: 'unchanged' };
  return { change, outcome: change.after.lane === claim.lane ? 'noted' : 'moved' };
}

/** `A7:562`: category and status code. */
export const statusCodeText = (status: Pick<StatusView, 'category' | 'statusCode'>): string =>
  [status.category, status.statusCode]
    .filter((code, n) => n === 0 || code !== '')
    .map(codeOrMask)
    .join(':');

function changeOf(current: CurrentStatus): ClaimChange | undefined {
  const { status, claim, policy, change, response, patch } = current;
  const trigger = statusTrigger(status, policy);
  switch (trigger) {
    case 'payer_rejected':
      return rejection(current);
    case 'questioned':
      return question(current);
    case 'accepted':
    case 'pended': {
      const moved = isAdjudicated(claim)
        ? undefined
        : applyResponse(claim, trigger, response, change, patch, 'claim.acknowledged');
      return moved ?? history(current);
    }
    case undefined:
      return leaveOverdue(claim, 'claim.acknowledged', change, patch) ?? history(current);
  }
}

/** Notes the status, unless a remittance has decided on the claim or another claim has replaced it. */
function history({ claim, change, patch }: CurrentStatus): ClaimChange | undefined {
  const isOver = ['paid', 'denied', 'underpaid', 'closed'].includes(claim.lane);
  return isOver ? undefined : amendClaim(claim, 'claim.acknowledged', change, patch);
}

/** Puts the claim in review, because the two readings of the status contradict each other. */
function question(current: CurrentStatus): ClaimChange | undefined {
  const { status, claim, facts, change, response, patch } = current;
  const conflict = classificationConflict(status, facts);
  if (isAdjudicated(claim)) {
    const conflicts = addConflict(claim, noted(conflict));
    return amendClaim(claim, 'claim.acknowledged', change, { ...patch, conflicts });
  }
  const known = { conflicts: conflictsAfterResponse(claim.conflicts, response) };
  return moveClaim(claim, 'questioned', change, { ...patch, conflicts: addConflict(known, conflict) });
}

/**
 * Each matched claim gets its `claim.payer_rejected`. A claim that a remittance has decided on stays in its lane, and the
 * contradiction is noted.
 */
function rejection(current: CurrentStatus): ClaimChange | undefined {
  const { status, claim, policy, facts, change, response, patch } = current;
  const rejections = rejectingStatuses(status, policy);
  const { category, code } = rejections.at(-1)?.reasons[0] ?? { ...status, code: status.statusCode };
  const rejected: ClaimPatch = {
    ...patch,
    payer_rejected_at: facts.answered_at,
    payer_rejected_reason: reasonOf(rejections),
    payer_rejected_status_code: statusCodeText({ category, statusCode: code }),
    payer_rejected_by_277ca_id: facts.acknowledgment_id,
  };
  const moved = isAdjudicated(claim)
    ? undefined
    : applyResponse(claim, 'payer_rejected', response, change, rejected);
  if (moved !== undefined) return moved;
  const text = `277CA ${statusCodeText(status)}: rejected, but the claim is ${claim.lane}`;
  const conflict = noted(openConflict('answers', '277CA', { id: response.id, at: response.at, text }));
  const conflicts = addConflict({ conflicts: patch.conflicts ?? claim.conflicts }, conflict);
  return amendClaim(claim, 'claim.payer_rejected', change, { ...rejected, conflicts });
}

/** Puts a claim in review that may be the rejected one, unless a remittance has decided on it. */
export function questionCandidate(
  status: StatusView,
  claim: Claim,
  candidates: number,
  policy: StatusPolicy,
  facts: StatusFacts & { readonly unmatched_item_id: string },
): ClaimChange {
  const change = changeFacts(status, policy, facts);
  const conflict: ResponseConflict = {
    ...openConflict('ambiguous', '277CA', {
      id: facts.acknowledgment_id,
      at: facts.received_at,
      text: `277CA ${statusCodeText(status)}: the rejection matches ${candidates} claims`,
    }),
    unmatched_item_id: facts.unmatched_item_id,
  };
  const open = { conflicts: addConflict(claim, conflict) };
  const moved = isAdjudicated(claim) ? undefined : moveClaim(claim, 'questioned', change, open);
  const closed = { conflicts: addConflict(claim, noted(conflict)) };
  return moved ?? amendClaim(claim, 'claim.acknowledged', change, closed);
}

const noted = ({ open, ...conflict }: ResponseConflict): ResponseConflict => conflict;

const classificationConflict = (status: StatusView, facts: StatusFacts): ResponseConflict =>
  openConflict('classification', '277CA', {
    id: facts.acknowledgment_id,
    at: facts.received_at,
    text: `${statusCodeText(status)}: ${status.classification} by the contract, ${status.disposition} by the standard`,
  });

/** Codes with their texts, and the payer's message. */
function reasonOf(statuses: readonly DecidingStatus[]): string {
  const texts = statuses.flatMap(({ reasons, message }) => [
    ...reasons.map(({ category, code, entity }) => {
      const categoryText = claimStatusCategory.entries.get(category)?.text;
      const codeText = claimStatusCode.entries.get(code)?.text;
      const about = entity === undefined ? '' : ` (${entity})`;
      return `${category}${categoryText ? ` ${categoryText}` : ''}: ${code}${codeText ? ` ${codeText}` : ''}${about}`;
    }),
    ...(message === undefined ? [] : [message]),
  ]);
  return [...new Set(texts)].join('; ').slice(0, 2000);
}

/** Codes only: the payer's message may be about the patient. */
const changeFacts = (status: StatusView, policy: StatusPolicy, facts: StatusFacts): ChangeFacts => ({
  actor: facts.actor,
  now: facts.now,
  payload: {
    acknowledgment: '277CA',
    acknowledgment_id: facts.acknowledgment_id,
    code: statusCodeText(status),
    classification: status.classification,
    disposition: status.disposition,
    ...(status.conflict && { conflict: true }),
    ...(policy.reading === 'standard' && { reading: 'standard' }),
  },
});
