import type { Claim, Conflict, ResponseType } from './claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimPatch,
  moveClaim,
} from './claim-change.ts';
import { eventTypeOf, laneAfter, type Trigger, transitions } from './lifecycle.ts';

/**
 * What a response says of a claim. `envelope`: a 999 or TA1 accepts or refuses its set. `status`: a 277CA says where
 * it is, without a contradiction. `decision`: a remittance pays or denies it, and balances. `reversal`: a remittance
 * takes a payment back.
 */
export type ResponseMeaning = 'envelope' | 'status' | 'decision' | 'reversal';

export interface ClaimResponse {
  readonly kind: ResponseMeaning;
  readonly id: string;
  readonly at: string;
}

/** A person's decision, or a response, that resolves conflicts. */
type Resolution = Pick<ClaimResponse, 'id' | 'at'>;

/**
 * Which responses resolve an open conflict. No response says whose money it is that fits several claims, and an
 * overpayment is weighed anew with each payment.
 */
function resolvers({ kind, response }: Conflict): readonly ResponseMeaning[] {
  switch (kind) {
    case 'classification':
    case 'answers':
      return byAcknowledgment(response);
    case 'ambiguous':
      return response === '835' || response === undefined ? [] : byAcknowledgment(response);
    case 'unbalanced':
      return ['decision'];
    case 'overpaid':
      return [];
  }
}

const byAcknowledgment = (response: ResponseType | undefined): readonly ResponseMeaning[] =>
  response === '277CA' ? ['status', 'decision'] : ['envelope', 'status', 'decision'];

export const hasOpenConflict = (conflicts: readonly Conflict[]): boolean =>
  conflicts.some(({ open }) => open);

/** The conflicts, those closed that the response resolves. */
export const conflictsAfterResponse = (
  conflicts: readonly Conflict[],
  response: ClaimResponse,
): readonly Conflict[] =>
  conflicts.map((conflict) =>
    conflict.open && resolvers(conflict).includes(response.kind)
      ? resolvedConflict(conflict, response)
      : conflict,
  );

/** The conflicts after somebody has decided. */
export const conflictsAfterDecision = (conflicts: readonly Conflict[], by: Resolution): readonly Conflict[] =>
  conflicts.map((conflict) => (conflict.open ? resolvedConflict(conflict, by) : conflict));

export function resolvedConflict({ open, ...conflict }: Conflict, { id, at }: Resolution): Conflict {
  return { ...conflict, resolved_at: at, resolved_by: id };
}

/**
 * Whether the payer has paid or denied the claim: no acknowledgment moves it then. A claim in review is where its
 * responses have it.
 */
export function isAdjudicated({
  lane,
  lane_before,
  paid = 0,
}: Pick<Claim, 'lane' | 'lane_before' | 'paid'>): boolean {
  const known = lane === 'review' ? lane_before : lane;
  return paid > 0 || known === 'paid' || known === 'denied' || known === 'underpaid';
}

/**
 * Moves a claim as a response asks for. One in review with an open conflict that the response does not resolve takes
 * the fields and stays there.
 *
 * @param heldAs the audit event where it stays
 * @returns undefined where the trigger does not move a claim of this lane
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

/** An open conflict of a response, which puts its claim in review. */
export const openConflict = (
  kind: Conflict['kind'],
  response: ResponseType,
  { id, at, text }: Resolution & { readonly text: string },
): Conflict => ({ kind, source_id: id, response, found_at: at, text, open: true });
