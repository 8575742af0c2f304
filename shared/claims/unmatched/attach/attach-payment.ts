import { ApiError } from '#contract/errors.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import type { Write } from '../../change.ts';
import type { Claim, ClaimEvent } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';
import { unpackJson } from '../../claim/packed-json.ts';
import { hasOpenConflict } from '../../claim/review.ts';
import { type PostedByHand, postByHand } from '../../responses/remittance/apply-payment.ts';
import { matchLines } from '../../responses/remittance/match-lines.ts';
import {
  movesMoney,
  patientResponsibility,
  shareOfPayment,
} from '../../responses/remittance/payment-outcome.ts';
import { countedAs, unmatchedPayment } from '../../responses/remittance/posting-rules.ts';
import type {
  Posting,
  StoredPayment,
  StoredRemittance,
} from '../../responses/remittance/stored-remittance.ts';
import { markPrimaryReversed } from '../../secondary/primary-reversed.ts';
import {
  conflictsWithout,
  type Deciding,
  decisionBy,
  markedByHand,
  releaseFromItem,
} from '../settle/claims-of-item.ts';
import { decided, type UnmatchedItem } from '../unmatched-item.ts';
import type { AttachTarget, SettledItem, UnmatchedPorts } from './attach-ports.ts';
import { undoOf } from './item-undo.ts';

/** A stored payment with its remittance, ready to be posted. */
interface PostablePayment {
  readonly remittance: StoredRemittance;
  readonly stored: StoredPayment & { readonly posting: Posting };
}

/**
 * Posts a payment to the claim that a person chose.
 *
 * @throws ApiError unmatched_item_state if the payment cannot be posted, or amounts are given for one that balances
 */
export async function attachPayment(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  { claim, others }: AttachTarget,
  by: Deciding & { readonly amounts: PostedByHand },
): Promise<SettledItem> {
  const { remittance, stored } = await postablePayment(ports, item);
  const isHeld = item.reason === 'claim_unbalanced' || item.reason === 'transaction_unbalanced';
  if (!isHeld && Object.values(by.amounts).some((value) => value !== undefined)) {
    throw new ApiError('unmatched_item_state', {
      message: 'Amounts can be given for an unbalanced payment only; send claim_id and reason',
    });
  }
  const payment = unpackJson<ClaimPayment>(stored.content);
  const lines = matchLines(payment.lines, (await ports.findLines([claim])).get(claim.id) ?? []);
  const at = by.now.toISOString();
  const facts = { remittance, actor: by.actor, now: by.now, at };
  const free = { ...claim, conflicts: conflictsWithout(item, claim, by) };
  const { posting, change, detail } = postByHand(payment, free, lines, facts, by.amounts);
  const posted = markedByHand(leftReview({ ...change, before: claim }), item, by.reason);
  const counts = movedCounts(stored.posting, posting);
  const responsibility = by.amounts.patient_responsibility ?? patientResponsibility(payment);
  const undo = undoOf(posted, {
    result_before: stored.posting,
    counts,
    ...(posting.outcome !== undefined &&
      movesMoney(posting.outcome) && {
        posted: {
          paid: by.amounts.paid ?? payment.paid,
          patient_responsibility: responsibility,
          patient_responsibility_by: shareOfPayment(payment, responsibility),
        },
      }),
  });
  const released = others.flatMap((other) => releaseFromItem(item, other, by) ?? []);
  const marked = posting.outcome === 'reversed' ? await primaryReversed(ports, claim, item, by) : [];
  const changes = [posted, ...released, ...marked];
  const decision = decisionBy(by, 'attached');
  const after = decided(item, 'resolved', { ...decision, claim_id: claim.id }, undo);
  const event: ClaimEvent = {
    at,
    kind: 'payment',
    reference: remittance.id,
    detail: { ...detail, by_hand: true },
  };
  return {
    item: after,
    change: {
      entries: changes.map(({ entry }) => entry),
      writes: [
        { kind: 'claims', changes },
        { kind: 'claim-event', claimId: claim.id, n: stored.number - 1, event },
        { kind: 'posting', payment: stored, posting: { ...posting, lane: posted.after.lane } },
        ...countsWrite(remittance.id, counts, [claim.billing_npi]),
        { kind: 'unmatched-item', item: after, replaces: item.version },
        ...(await noLongerAwaited(ports, stored, remittance)),
      ],
    },
  };
}

/** The claim for the next payer, marked because the adjudication in it no longer holds. */
export async function primaryReversed(
  { claims }: Pick<UnmatchedPorts, 'claims'>,
  { secondary_claim_id: id }: Claim,
  { response_id }: UnmatchedItem,
  { actor, now }: Deciding,
): Promise<readonly ClaimChange[]> {
  const [secondary] = id === undefined ? [] : await claims.findClaims([id]);
  if (secondary === undefined) return [];
  return [
    markPrimaryReversed(secondary, { id: response_id, at: now.toISOString() }, { actor, now }) ?? [],
  ].flat();
}

/** @throws ApiError unmatched_item_state */
export async function postablePayment(
  { remittances }: Pick<UnmatchedPorts, 'remittances'>,
  { response_id, number }: UnmatchedItem,
): Promise<PostablePayment> {
  const [remittance, stored] = await Promise.all([
    remittances.find(response_id),
    remittances.findPayment(response_id, number),
  ]);
  if (remittance?.state !== 'applied') {
    throw new ApiError('unmatched_item_state', {
      message: 'The remittance is still being posted; try again later',
    });
  }
  if (stored?.posting === undefined || stored.content === '') {
    throw new ApiError('unmatched_item_state', {
      message: 'The payment was too long to be stored; dismiss the item and enter the payment elsewhere',
    });
  }
  return { remittance, stored: { ...stored, posting: stored.posting } };
}

/** Removes the record by which a claim that arrives later finds the payment. */
export async function noLongerAwaited(
  { remittances }: Pick<UnmatchedPorts, 'remittances'>,
  stored: StoredPayment,
  remittance: StoredRemittance,
): Promise<readonly Write[]> {
  if (stored.posting?.match.result !== 'unmatched') return [];
  const payment = unmatchedPayment(stored, remittance);
  const waiting = await remittances.findUnmatched(payment.patient_control_number);
  const isWaiting = waiting.some(
    ({ remittance_id, number }) => remittance_id === payment.remittance_id && number === payment.number,
  );
  if (!isWaiting) return [];
  return [{ kind: 'payment-matched', payment, isLast: await remittances.isLastUnmatched(payment) }];
}

/** Counts of the remittance that move when one posting replaces another. */
function movedCounts(before: Posting, after: Posting): Readonly<Record<string, number>> {
  const moved = new Map<string, number>();
  for (const name of countedAs(before)) moved.set(name, (moved.get(name) ?? 0) - 1);
  for (const name of countedAs(after)) moved.set(name, (moved.get(name) ?? 0) + 1);
  return Object.fromEntries([...moved].filter(([, by]) => by !== 0));
}

/** @param billingNpis providers of claims to which payments are posted now */
export const countsWrite = (
  remittanceId: string,
  by: Readonly<Record<string, number>>,
  billingNpis: readonly string[] = [],
): readonly Write[] =>
  Object.keys(by).length + billingNpis.length === 0
    ? []
    : [{ kind: 'posting-counts', remittanceId, by, billingNpis }];

/** A payment that does not decide the lane, such as a late one, leaves the claim in the lane by its other responses. */
export function leftReview(change: ClaimChange): ClaimChange {
  const { after, entry } = change;
  const { lane_before, ...rest } = after;
  const isDone = after.lane === 'review' && !hasOpenConflict(after.conflicts) && lane_before !== undefined;
  if (!isDone || change.before?.lane !== 'review') return change;
  const moved = { ...rest, lane: lane_before, lane_since: after.updated_at };
  const payload = typeof entry.payload === 'object' && entry.payload !== null ? entry.payload : {};
  return { ...change, after: moved, entry: { ...entry, payload: { ...payload, to: lane_before } } };
}
