import type { Claim, ResponseConflict, ResponseType } from './claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimPatch,
  moveClaim,
} from './claim-change.ts';
import { eventTypeOf, laneAfter, type Trigger, transitions } from './lifecycle.ts';

/**
 * The meaning of a response for a claim. `envelope`: a 999 or TA1 accepts or rejects its set. `status`: a 277CA without a
 * contradiction. `decision`: a remittance that pays or denies it, and balances. `reversal`: a remittance that reverses a
 * payment.
 */
export type ResponseMeaning = 'envelope' | 'status' | 'decision' | 'reversal';

export interface ClaimResponse {
  readonly kind: ResponseMeaning;
  readonly id: string;
  readonly at: string;
}

export type Resolution = Pick<ClaimResponse, 'id' | 'at'>;

/**
 * The responses that resolve an open conflict. No response assigns an ambiguous payment to a claim, and each
 * payment decides again about an overpayment.
 */
function resolvers({ kind, response }: ResponseConflict): readonly ResponseMeaning[] {
  switch (kind) {
    case 'classification':
    case 'answers':
      return byAcknowledgment(response);
    case 'ambiguous':
      return response === '835' || response === undefined ? [] : byAcknowledgment(response);
    case 'unbalanced':
      return ['decision'];
    case 'overpaid':
    case 'secondary':
    case 'primary_reversed':
      return [];
  }
}

const byAcknowledgment = (response: ResponseType | undefined): readonly ResponseMeaning[] =>
  response === '277CA' ? ['status', 'decision'] : ['envelope', 'status', 'decision'];

export const hasOpenConflict = (conflicts: readonly ResponseConflict[]): boolean =>
  conflicts.some(({ open }) => open);

export const conflictsAfterResponse = (
  conflicts: readonly ResponseConflict[],
  response: ClaimResponse,
): readonly ResponseConflict[] =>
  conflicts.map((conflict) =>
    conflict.open && resolvers(conflict).includes(response.kind)
      ? resolvedConflict(conflict, response)
      : conflict,
  );

export const conflictsAfterDecision = (
  conflicts: readonly ResponseConflict[],
  by: Resolution,
): readonly ResponseConflict[] =>
  conflicts.map((conflict) => (conflict.open ? resolvedConflict(conflict, by) : conflict));

export function resolvedConflict(
  { open, ...conflict }: ResponseConflict,
  { id, at }: Resolution,
): ResponseConflict {
  return { ...conflict, resolved_at: at, resolved_by: id };
}

/** Whether the payer has paid or denied the claim, so that acknowledgments no longer move it. In review, the lane by its responses counts. */
export function isAdjudicated(claim: Pick<Claim, 'lane' | 'lane_before' | 'paid'>): boolean {
  const { lane, lane_before, paid = 0 } = claim;
  const known = lane === 'review' ? lane_before : lane;
  return paid > 0 || known === 'paid' || known === 'denied' || known === 'underpaid';
}

/**
 * Moves a claim by a response. A claim in review with a conflict that the response does not resolve takes the fields and
 * stays there.
 *
 * @param heldAs event type of the audit entry for a claim that stays
 * @returns undefined if the trigger does not move a claim of this lane
 */
export function applyResponse(
  claim: Claim,
  trigger: Trigger,
  response: ClaimResponse,
  facts: ChangeFacts,
  patch: ClaimPatch,
  heldAs: string = eventTypeOf(trigger),
): ClaimChange | undefined {
  if (claim.lane !== 'review') return moveClaim(claim, trigger, facts, patch);
  const conflicts = conflictsAfterResponse(patch.conflicts ?? claim.conflicts, response);
  if (!hasOpenConflict(conflicts)) return moveClaim(claim, trigger, facts, { ...patch, conflicts });
  if (laneAfter(trigger, claim.lane) === undefined) return undefined;
  const held = { ...claim, lane_before: transitions[trigger].to };
  return { ...amendClaim(held, heldAs, facts, { ...patch, conflicts }), before: claim };
}

export const openConflict = (
  kind: ResponseConflict['kind'],
  response: ResponseType,
  { id, at, text }: Resolution & { readonly text: string },
): ResponseConflict => ({ kind, source_id: id, response, found_at: at, text, open: true });
