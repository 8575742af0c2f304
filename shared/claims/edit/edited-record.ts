import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { Claim, Duplicate } from '../claim/claim.ts';
import { amendClaim, type ClaimChange, type ClaimPatch, moveByDecision } from '../claim/claim-change.ts';
import { countFindings, type FindingRecord } from '../claim/finding.ts';
import type { Lane } from '../claim/lifecycle.ts';
import { newClaim } from '../claim/new-claim.ts';
import { duplicatesOf, type RelatedClaims } from '../claim/related-claims.ts';
import { hasOpenConflict } from '../claim/review.ts';
import type { HoldingLane } from '../entry/known-payers.ts';

/** A correction keeps the other corrections of the same claim, because it still corrects that claim. */
export function duplicatesAfterEdit(
  claim: Claim,
  { frequency = '' }: ProfessionalClaim,
  related: RelatedClaims,
): readonly Duplicate[] {
  const found = duplicatesOf(frequency, related).filter(({ claim_id }) => claim_id !== claim.corrects);
  return [...claim.duplicates.filter(({ by }) => by === 'correction'), ...found];
}

/** The lane by the findings and duplicates. A person has released a ready claim, so only new duplicates question it. */
export function laneAfterEdit(
  { lane, conflicts, duplicates: known }: Claim,
  heldIn: HoldingLane | undefined,
  duplicates: readonly Duplicate[],
): Lane {
  if (lane === 'held') return 'held';
  if (lane === 'review' && hasOpenConflict(conflicts)) return 'review';
  if (heldIn !== undefined) return heldIn;
  const isReleased = lane === 'ready';
  const isNew = ({ claim_id }: Duplicate) => !known.some((one) => one.claim_id === claim_id);
  const isQuestioned = isReleased ? duplicates.some(isNew) : duplicates.length > 0;
  return isQuestioned ? 'review' : 'ready';
}

/** Fields of the record that follow from the content. */
export function contentFields(
  { id, source }: Claim,
  typed: ProfessionalClaim,
  findings: readonly FindingRecord[],
  duplicates: readonly Duplicate[],
  corrects: string | undefined,
): ClaimPatch {
  const counts = countFindings(findings);
  const derived = newClaim(typed, {
    id,
    source,
    duplicates,
    corrects,
    now: new Date(0),
    findings: counts,
    heldIn: undefined,
  });
  const {
    id: _,
    version,
    lane,
    lane_since,
    received_at,
    updated_at,
    source: __,
    conflicts,
    ...fields
  } = derived;
  return fields;
}

export function recordChange(
  claim: Claim,
  fields: ClaimPatch,
  lane: Lane,
  facts: { readonly actor: string; readonly now: Date; readonly payload: Record<string, JsonValue> },
): ClaimChange {
  const { payer_name, tax_id, member_id, patient_name, place_of_service, service_from, ...some } = claim;
  const { service_to, original_claim_number, content_hash, ...bare } = some;
  const patch = { ...fields, content_version: claim.version + 1 };
  const change =
    lane === claim.lane
      ? amendClaim(bare, 'claim.edited', facts, patch)
      : moveByDecision(bare, lane, facts, patch, 'claim.edited');
  return {
    ...change,
    before: claim,
    entry: {
      ...change.entry,
      payload: { ...facts.payload, from: claim.lane, to: lane, version: claim.version + 1 },
    },
  };
}
