import type { Claim, Conflict, ResponseType } from './claim.ts';
import { eventOf, laneAfter, type Trigger, transitions } from './lifecycle.ts';
import { amend, type ChangeFacts, type ClaimChange, type ClaimPatch, move } from './move.ts';

/**
 * What a response says of a claim. `envelope`: a 999 or TA1 accepts or refuses its set. `status`: a 277CA says where
 * it is, without a contradiction. `decision`: a remittance pays or denies it, and balances. `reversal`: a remittance
 * takes a payment back.
 */
export type ResponseKind = 'envelope' | 'status' | 'decision' | 'reversal';

export interface Response {
  readonly kind: ResponseKind;
  readonly id: string;
  readonly at: string;
}

/** A person's decision, or a response, that resolves conflicts. */
type Resolution = Pick<Response, 'id' | 'at'>;

/**
 * Which responses resolve an open conflict. No response says whose money it is that fits several claims, and an
 * overpayment is weighed anew with each payment.
 */
function resolvers({ kind, response }: Conflict): readonly ResponseKind[] {
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

const byAcknowledgment = (response: ResponseType | undefined): readonly ResponseKind[] =>
  response === '277CA' ? ['status', 'decision'] : ['envelope', 'status', 'decision'];

export const hasOpen = (conflicts: readonly Conflict[]): boolean => conflicts.some(({ open }) => open);

/** The conflicts, those closed that the response resolves. */
export const afterResponse = (conflicts: readonly Conflict[], response: Response): readonly Conflict[] =>
  conflicts.map((conflict) =>
    conflict.open && resolvers(conflict).includes(response.kind) ? closed(conflict, response) : conflict,
  );

/** The conflicts after somebody has decided. */
export const afterDecision = (conflicts: readonly Conflict[], by: Resolution): readonly Conflict[] =>
  conflicts.map((conflict) => (conflict.open ? closed(conflict, by) : conflict));

export function closed({ open, ...conflict }: Conflict, { id, at }: Resolution): Conflict {
  return { ...conflict, resolved_at: at, resolved_by: id };
}

/**
 * Whether the payer has paid or denied the claim: no acknowledgment moves it then. A claim in review is where its
 * responses have it.
 */
export function isDecided({
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
export function respond(
  claim: Claim,
  trigger: Trigger,
  response: Response,
  facts: ChangeFacts,
  patch: ClaimPatch,
  heldAs: string = eventOf(trigger),
): ClaimChange | undefined {
  if (claim.lane !== 'review') return move(claim, trigger, facts, patch);
  const conflicts = afterResponse(patch.conflicts ?? claim.conflicts, response);
  if (!hasOpen(conflicts)) return move(claim, trigger, facts, { ...patch, conflicts });
  if (laneAfter(trigger, claim.lane) === undefined) return undefined;
  const held = { ...claim, lane_before: transitions[trigger].to };
  return { ...amend(held, heldAs, facts, { ...patch, conflicts }), before: claim };
}

/** An open conflict of a response, which puts its claim in review. */
export const openConflict = (
  kind: Conflict['kind'],
  response: ResponseType,
  { id, at, text }: Resolution & { readonly text: string },
): Conflict => ({ kind, source_id: id, response, found_at: at, text, open: true });
