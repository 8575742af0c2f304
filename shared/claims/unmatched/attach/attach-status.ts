import { ApiError } from '#contract/errors.ts';
import type { Write } from '../../change.ts';
import type { Claim, ClaimEvent } from '../../claim/claim.ts';
import { applyStatus, statusCodeText } from '../../responses/claim-acknowledgment/apply-status.ts';
import type { MatchableStatus } from '../../responses/claim-acknowledgment/match-status.ts';
import type { StatusView } from '../../responses/claim-acknowledgment/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '../../responses/claim-acknowledgment/stored-acknowledgment.ts';
import {
  conflictsWithout,
  type Deciding,
  decisionBy,
  markedByHand,
  releaseFromItem,
} from '../settle/claims-of-item.ts';
import { decided, type ItemDecision, type UnmatchedItem } from '../unmatched-item.ts';
import { leftReview } from './attach-payment.ts';
import type { AttachTarget, SettledItem, StatusPart, UnmatchedPorts } from './attach-ports.ts';
import { undoOf } from './item-undo.ts';

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
  const { reason } = by;
  const decision = { ...decisionBy(by, 'attached'), claim_id: claim.id };
  const free = { ...claim, conflicts: conflictsWithout(item, claim, by) };
  const stored = await storedStatus(ports, item);
  const match = { by: 'hand', narrowed_by: [], differs_in: [] } as const;
  const applied = applyStoredStatus(ports, item, stored, { claim: free, before: claim, match }, decision);
  const changed = applied.changes.map((change) => markedByHand(change, item, reason));
  // A status that changes nothing still leaves the claim to its other responses.
  const changes = changed.length > 0 ? changed : [releaseFromItem(item, claim, by) ?? []].flat();
  const released = others.flatMap((other) => releaseFromItem(item, other, by) ?? []);
  const all = [...changes, ...released];
  return {
    item: applied.item,
    change: {
      entries: all.map(({ entry }) => entry),
      writes: [{ kind: 'claims', changes: all }, ...applied.writes],
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
  /** Without the conflict of the item. */
  readonly claim: Claim;
  /** As it is stored. */
  readonly before: Claim;
  readonly match: FoundBy;
}

/** Applies a stored status to a claim, with the rules of a status that is received. */
export function applyStoredStatus(
  { policyOf }: Pick<UnmatchedPorts, 'policyOf'>,
  item: UnmatchedItem,
  { acknowledgment, part, result }: StoredStatus,
  { claim, before, match }: StatusTarget,
  decision: ItemDecision,
) {
  const { id, answered_at, written_at, received_at } = acknowledgment;
  const now = new Date(decision.at);
  const facts = { acknowledgment_id: id, answered_at, written_at, received_at, actor: decision.by, now };
  const view = viewOf(result);
  const number = result.payer_control_number;
  const { change, outcome } = applyStatus(view, claim, policyOf(claim.payer_id), facts, number);
  const changes = change === undefined ? [] : [leftReview({ ...change, before })];
  const lane = changes[0]?.after.lane ?? claim.lane;
  const matched = { result: 'matched', claim_id: claim.id, ...match } as const;
  const after: StatusResult = { ...result, match: matched, outcome, lane };
  const counts = { [result.match.result]: -1, matched: 1 };
  const [first] = changes;
  const undo = first && undoOf(first, { result_before: result, counts });
  const settled = decided(item, 'resolved', decision, undo);
  const event: ClaimEvent = {
    ...{ at: decision.at, kind: 'acknowledgment', reference: id },
    detail: { type: '277CA', code: statusCodeText(view), matched_by: match.by, outcome },
  };
  const writes: Write[] = [
    // A change is shown by its audit entry.
    ...(change === undefined
      ? [{ kind: 'claim-event', claimId: claim.id, n: item.number, event } as const]
      : []),
    { ...partWith(id, part, item.number, after) },
    { kind: 'status-counts', acknowledgmentId: id, by: counts },
    { kind: 'unmatched-item', item: settled, replaces: item.version },
  ];
  return { item: settled, changes, writes };
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
  lines: result.service_lines,
  classification: result.classification,
  disposition: result.disposition,
  conflict: result.conflict,
});

/** The facts of a stored status by which a received one is matched. */
export const matchableStatus = (
  { numbers, billing_provider: provider, tax_id, amount, service_date, service_date_end }: StatusResult,
  memberId: string | undefined,
): MatchableStatus => ({
  numbers: {
    trace: numbers.trn02,
    ref1K: numbers.ref_1k,
    refEJ: numbers.ref_ej,
    refD9: numbers.ref_d9,
    billType: numbers.ref_blt,
  },
  provider: provider && {
    entity: provider.entity,
    name: provider.name,
    firstName: undefined,
    idQualifier: provider.id_qualifier,
    id: provider.id,
    position: { index: 0, offset: 0 },
  },
  taxId: tax_id,
  amount,
  serviceFrom: service_date,
  serviceTo: service_date_end ?? service_date,
  patient:
    memberId === undefined
      ? undefined
      : { lastName: undefined, firstName: undefined, middleName: undefined, idQualifier: 'MI', id: memberId },
});
