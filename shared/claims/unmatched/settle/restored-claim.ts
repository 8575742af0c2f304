import type { Claim } from '../../claim/claim.ts';
import { minusShare, shareOfClaim } from '../../claim/patient-share.ts';
import { hasOpenConflict, type Resolution } from '../../claim/review.ts';
import { withoutPayment } from '../../responses/remittance/overpayment.ts';
import { isUnchanged } from '../attach/item-undo.ts';
import type { ItemUndo } from '../unmatched-item.ts';

/**
 * Returns the claim without a decision. If nothing has changed it since, it gets back every field that the decision set.
 * Otherwise it loses the money of the decision, and returns to its earlier lane only if the decision is still the newest
 * that moved it.
 *
 * @param responseId response that the decision applied
 */
export function restoredClaim(claim: Claim, undo: ItemUndo, responseId: string, at: Resolution): Claim {
  if (isUnchanged(claim, undo)) return withFields(claim, undo.before);
  const { posted } = undo;
  if (posted === undefined) return claim;
  const paid = (claim.paid ?? 0) - posted.paid;
  const summed: Claim = {
    ...claim,
    paid,
    patient_responsibility: (claim.patient_responsibility ?? 0) - posted.patient_responsibility,
    patient_responsibility_by: minusShare(shareOfClaim(claim), posted.patient_responsibility_by),
    ...withoutPayment(claim, { remittance_id: responseId, paid: posted.paid }, paid, at),
  };
  const isDecidedBy = claim.remittance_id === responseId && claim.lane === undo.lane;
  if (hasOpenConflict(summed.conflicts)) return summed;
  if (!isDecidedBy) return outOfReview(summed);
  const { lane, lane_before, remittance_id, remitted_at, denial_reasons, first_paid_on } = undo.before;
  return withFields(summed, {
    ...(lane !== undefined && { lane }),
    ...(lane_before !== undefined && { lane_before }),
    ...(remittance_id !== undefined && { remittance_id }),
    ...(remitted_at !== undefined && { remitted_at }),
    ...(denial_reasons !== undefined && { denial_reasons }),
    ...(first_paid_on !== undefined && { first_paid_on }),
  });
}

/** A claim that no conflict keeps in review returns to the lane by its responses. */
function outOfReview(claim: Claim): Claim {
  const { lane_before, ...rest } = claim;
  const stays = claim.lane !== 'review' || lane_before === undefined || claim.conflicts.length === 0;
  return stays ? claim : { ...rest, lane: lane_before };
}

/** The fields come from the record of the same claim; `null` removes one. */
function withFields(claim: Claim, fields: ItemUndo['before']): Claim {
  const known = Object.entries({ ...claim, ...fields }).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as unknown as Claim;
}
