import type { Claim } from '#claims/claims/claim.ts';
import { ApiError } from '#contract/errors.ts';
import type { Write } from '../change.ts';
import { type AppliedStatus, applyStatus, senderOf } from '../claim-acknowledgments/apply-status.ts';
import type { MatchableStatus } from '../claim-acknowledgments/match-status.ts';
import type { StatusView } from '../claim-acknowledgments/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '../claim-acknowledgments/stored-claim-acknowledgment.ts';
import { claimsWrite, currentChain, readChains } from '../claims/read-chains.ts';
import type { AttachTarget, SettledItem, StatusPart, UnmatchedPorts } from './attach-ports.ts';
import { byHand, type Deciding, decisionBy, settleClaims } from './claims-of-item.ts';
import { decided, type ItemDecision, type UnmatchedItem } from './unmatched-item.ts';

interface StoredStatus {
  readonly acknowledgment: StoredClaimAcknowledgment;
  readonly part: StatusPart;
  readonly result: StatusResult;
}

/** How the claim of a stored status was found. */
type FoundBy = Pick<
  Extract<StatusResult['match'], { result: 'matched' }>,
  'by' | 'narrowed_by' | 'differs_in'
>;

/**
 * Applies a status to the claim that a person chose.
 *
 * @throws ApiError unmatched_item_state while the 277CA is being applied
 */
export async function attachStatus(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  { claim, others }: AttachTarget,
  by: Deciding,
): Promise<SettledItem> {
  const decision = { ...decisionBy(by, 'attached'), claim_id: claim.id };
  const stored = await storedStatus(ports, item);
  const involved = [claim, ...others];
  const chains = await readChains(ports.claims.findClaims, involved);
  const { sequence, facts } = settleClaims(item, involved, chains, by);
  const chain = currentChain(chains, claim, (one) => sequence.current(one));
  const match = { by: 'hand', narrowed_by: [], differs_in: [] } as const;
  const target = { claim: sequence.current(claim), chain, match, payload: byHand(item, by.reason) };
  const applied = applyStoredStatus(ports, item, stored, target, decision);
  for (const change of applied.changes) sequence.add(change);
  const undo = {
    facts: [...facts, { claim_id: claim.id, keys: [applied.key] }],
    ...{ claim_id: claim.id, result_before: stored.result, counts: applied.counts },
  };
  const settled = decided(item, 'resolved', decision, undo);
  return {
    item: settled,
    change: {
      entries: sequence.entries,
      writes: [
        claimsWrite([...chains.values()].flat(), sequence.changes),
        ...applied.writes,
        { kind: 'unmatched-item', item: settled, replaces: item.version },
      ],
    },
  };
}

/** @throws ApiError unmatched_item_state */
export async function storedStatus(
  ports: Pick<UnmatchedPorts, 'findClaimAcknowledgment' | 'readStatusPart'>,
  { response_id, number }: UnmatchedItem,
): Promise<StoredStatus> {
  const [acknowledgment, part] = await Promise.all([
    ports.findClaimAcknowledgment(response_id),
    ports.readStatusPart(response_id, number),
  ]);
  const result = part?.results[number - part.first];
  if (acknowledgment?.state !== 'applied' || part === undefined || result === undefined) {
    throw new ApiError('unmatched_item_state', {
      message: 'The 277CA is still being applied; try again later',
    });
  }
  return { acknowledgment, part, result };
}

interface StatusTarget {
  readonly claim: Claim;
  readonly chain: readonly Claim[];
  readonly match: FoundBy;
  /** Goes to the audit entry of the claim. */
  readonly payload?: Parameters<typeof applyStatus>[4];
}

/** Applies a stored status to a claim, with the rules of a status that is received. */
export function applyStoredStatus(
  { policyOf }: Pick<UnmatchedPorts, 'policyOf'>,
  item: UnmatchedItem,
  { acknowledgment, part, result }: StoredStatus,
  { claim, chain, match, payload }: StatusTarget,
  { at, by: actor }: ItemDecision,
): Pick<AppliedStatus, 'changes' | 'key'> & {
  readonly counts: Readonly<Record<string, number>>;
  readonly writes: readonly Write[];
} {
  const { id, answered_at, written_on, written_at, received_at, batch_ids, processed } = acknowledgment;
  const facts = {
    ...{ response: id, sender: senderOf(acknowledgment), batch: batch_ids[0], processed },
    ...{ answered_at, written_on, written_at, received_at, actor, now: new Date(at) },
  };
  const policy = policyOf(claim.payer_id);
  const payerNumber = result.payer_control_number;
  const status = { status: viewOf(result), policy, n: item.number, payerNumber };
  const applied = applyStatus(status, claim, chain, facts, payload);
  const matched = { result: 'matched', claim_id: claim.id, ...match } as const;
  const after: StatusResult = {
    ...result,
    match: matched,
    outcome: applied.outcome,
    lane: applied.claim.lane,
  };
  const counts = { [result.match.result]: -1, matched: 1 };
  return {
    changes: applied.changes,
    key: applied.key,
    counts,
    writes: [
      partWith(id, part, item.number, after),
      { kind: 'status-counts', acknowledgmentId: id, by: counts },
    ],
  };
}

/** The part of the results with another result at a place. */
export function partWith(
  id: string,
  { first, results, content }: StatusPart,
  place: number,
  result: StatusResult,
) {
  const changed = results.map((one, n) => (first + n === place ? result : one));
  return { kind: 'status-part', id, first, results: changed, replaces: content } as const;
}

const viewOf = (result: StatusResult): StatusView => ({
  category: result.category,
  statusCode: result.status_code,
  statuses: result.statuses,
  serviceLines: result.service_lines.map(({ line_control_number: lineControlNumber, statuses }) => ({
    ...(lineControlNumber !== undefined && { lineControlNumber }),
    statuses,
  })),
  classification: result.classification,
  disposition: result.disposition,
  conflict: result.conflict,
});

/** The facts of a stored status by which a received one is matched. */
export const matchableStatus = (
  { numbers, billing_provider: provider, tax_id, amount, service_date, service_date_end }: StatusResult,
  memberId: string | undefined,
): MatchableStatus => ({
  numbers,
  billingProvider: provider && {
    entity: provider.entity,
    name: provider.name,
    idQualifier: provider.id_qualifier,
    id: provider.id,
    position: { index: 0, offset: 0 },
  },
  taxId: tax_id,
  amount,
  serviceDate: service_date,
  serviceDateEnd: service_date_end,
  patient: memberId === undefined ? undefined : { idQualifier: 'MI', id: memberId },
});
