import type { Claim } from '#claims/claims/claim.ts';
import { decimalOfCents } from '#claims/claims/claim-json.ts';
import { toJson } from '#claims/files/response-json.ts';
import { claimsWithin, isWithin, type ProviderLimit } from '#claims/provider-limit.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { UnmatchedPorts } from './attach-ports.ts';
import type {
  BatchCandidateJson,
  ClaimCandidateJson,
  UnmatchedItemDetailJson,
  UnmatchedItemJson,
} from './contract.ts';
import type { BatchCandidate } from './rank-batches.ts';
import type { ClaimCandidate } from './rank-claims.ts';
import { canTakeBack, type UnmatchedItem } from './unmatched-item.ts';

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

export const unmatchedCsv: CsvColumns<UnmatchedItemJson> = {
  name: 'unmatched',
  columns: [
    ...membersOf<UnmatchedItemJson>(
      'id',
      'kind',
      'reason',
      'state',
      'response',
      'response_id',
      'number',
      'received_at',
      'patient_control_number',
      'payer_control_number',
      'payer_id',
      'payer_name',
      'code',
      'charge',
      'paid',
      'service_from',
      'service_to',
      'billing_npi',
      'control_number',
    ),
    ['claim_ids', ({ claim_ids }) => claim_ids.join(' ')],
  ],
};

interface ClaimSource {
  findClaims(ids: readonly string[]): Promise<readonly Pick<Claim, 'id' | 'billing_npi'>[]>;
}

/**
 * The unmatched items of these providers. An item belongs to the provider that the response names. It is left out if any claim
 * that fits it, or to which it was ever attached, belongs to another provider. A 999 or TA1 names no provider.
 */
export async function itemsWithin(
  items: readonly UnmatchedItem[],
  limit: ProviderLimit,
  { findClaims }: ClaimSource,
): Promise<readonly UnmatchedItem[]> {
  if (limit === undefined) return items;
  const own = items.filter(
    ({ kind, facts: { billing_npi } }) =>
      kind !== 'acknowledgment' && billing_npi !== undefined && isWithin([billing_npi], limit),
  );
  const claims = await findClaims([...new Set(own.flatMap(claimsOf))]);
  const foreign = new Set(
    claims.filter(({ billing_npi }) => !isWithin([billing_npi], limit)).map(({ id }) => id),
  );
  return own.filter((item) => !claimsOf(item).some((id) => foreign.has(id)));
}

const claimsOf = ({ claim_ids, decisions, undo }: UnmatchedItem): readonly string[] => [
  ...claim_ids,
  ...decisions.flatMap(({ claim_id }) => claim_id ?? []),
  ...(undo?.facts ?? []).map(({ claim_id }) => claim_id),
];

/** The ports of a limited caller: items and claims of other providers do not exist. */
export function itemPortsWithin<Ports extends UnmatchedPorts>(ports: Ports, limit: ProviderLimit): Ports {
  if (limit === undefined) return ports;
  const { claims } = ports;
  return {
    ...ports,
    async findItem(id) {
      const item = await ports.findItem(id);
      return item && (await itemsWithin([item], limit, claims))[0];
    },
    claims: { ...claims, findClaims: async (ids) => claimsWithin(await claims.findClaims(ids), limit) },
  };
}
