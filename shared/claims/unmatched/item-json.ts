import type {
  BatchCandidateJson,
  ClaimCandidateJson,
  UnmatchedItemDetailJson,
  UnmatchedItemJson,
} from '#contract/claims/unmatched/records.ts';
import { decimalOfCents } from '../claim/claim-json.ts';
import { toJson } from '../responses/engine/json.ts';
import type { BatchCandidate } from './candidates/rank-batches.ts';
import type { ClaimCandidate } from './candidates/rank-claims.ts';
import { canTakeBack } from './settle/can-take-back.ts';
import type { UnmatchedItem } from './unmatched-item.ts';

/** An item as the API returns it, without the patient. */
export function unmatchedItemJson(item: UnmatchedItem): UnmatchedItemJson {
  const { facts, undo, claim_ids, batch_ids, decisions, ...shown } = item;
  const { member_id, patient_name, numbers, charge, paid, ...named } = facts;
  return toJson({
    ...shown,
    ...named,
    charge: charge === undefined ? undefined : decimalOfCents(charge),
    paid: paid === undefined ? undefined : decimalOfCents(paid),
    claim_ids,
    batch_ids,
    can_take_back: canTakeBack(item),
    decisions,
  });
}

export const unmatchedItemDetailJson = (
  item: UnmatchedItem,
  candidates: readonly ClaimCandidate[],
  batchCandidates: readonly BatchCandidate[],
): UnmatchedItemDetailJson => ({
  ...unmatchedItemJson(item),
  ...(item.facts.member_id !== undefined && { member_id: item.facts.member_id }),
  ...(item.facts.patient_name !== undefined && { patient_name: item.facts.patient_name }),
  candidates: candidates.map(candidateJson),
  batch_candidates: batchCandidates.map(batchJson),
});

const candidateJson = ({ claim, score, reasons, differs_in }: ClaimCandidate): ClaimCandidateJson =>
  toJson({
    claim_id: claim.id,
    score,
    reasons,
    differs_in,
    patient_control_number: claim.patient_control_number,
    payer_id: claim.payer_id,
    billing_npi: claim.billing_npi,
    total_charge: decimalOfCents(claim.total_charge),
    paid: claim.paid === undefined ? undefined : decimalOfCents(claim.paid),
    service_from: claim.service_from,
    service_to: claim.service_to,
    lane: claim.lane,
  });

const batchJson = ({ batch, score, reasons }: BatchCandidate): BatchCandidateJson => ({
  batch_id: batch.id,
  score,
  reasons: [...reasons],
  direction: batch.direction,
  at: batch.at,
  interchange_control_number: batch.interchange.control_number,
  group_control_number: batch.group.control_number,
  sender: batch.interchange.sender,
  receiver: batch.interchange.receiver,
});
