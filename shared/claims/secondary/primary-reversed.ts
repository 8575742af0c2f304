import { addConflict, type Claim, type ResponseConflict } from '../claim/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange, moveClaim } from '../claim/claim-change.ts';

/**
 * Puts the claim of the next payer in review, because the adjudication in it no longer holds.
 *
 * @param source remittance with the reversal, and its time
 * @returns undefined for a claim that another one replaced, or that is marked already
 */
export function markPrimaryReversed(
  secondary: Claim,
  source: { readonly id: string; readonly at: string },
  facts: Pick<ChangeFacts, 'actor' | 'now'>,
): ClaimChange | undefined {
  const isMarked = secondary.conflicts.some(
    ({ kind, open, source_id }) => kind === 'primary_reversed' && (open || source_id === source.id),
  );
  if (secondary.lane === 'closed' || isMarked) return undefined;
  const conflict: ResponseConflict = {
    kind: 'primary_reversed',
    source_id: source.id,
    found_at: source.at,
    text: 'The payment of the primary payer was reversed; compare the amounts, then release, correct or void the claim',
    open: true,
  };
  const conflicts = addConflict(secondary, conflict);
  const change = { ...facts, payload: { conflict: conflict.kind, remittance_id: source.id } };
  return (
    moveClaim(secondary, 'questioned', change, { conflicts }) ??
    amendClaim(secondary, 'claim.review', change, { conflicts })
  );
}
