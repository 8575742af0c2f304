import { ApiError } from '#contract/errors.ts';
import type { Change, Write } from '../../change.ts';
import type { Claim, ClaimEvent } from '../../claim/claim.ts';
import { amendClaim, type ClaimChange, keepingPayerNumber } from '../../claim/claim-change.ts';
import type { StatusResult } from '../../responses/claim-acknowledgment/stored-acknowledgment.ts';
import { isUsableNumber } from '../../responses/engine/narrow-claims.ts';
import { unmatchedPayment } from '../../responses/remittance/posting-rules.ts';
import type { Posting } from '../../responses/remittance/stored-remittance.ts';
import { countsWrite, postablePayment, primaryReversed } from '../attach/attach-payment.ts';
import type { SettledItem, UnmatchedPorts } from '../attach/attach-ports.ts';
import { partWith, storedStatus } from '../attach/attach-status.ts';
import { isUnchanged } from '../attach/item-undo.ts';
import { decided, type ItemUndo, type UnmatchedItem } from '../unmatched-item.ts';
import { canTakeBack } from './can-take-back.ts';
import { type Deciding, decisionBy, decisionFacts, questionAgain } from './claims-of-item.ts';
import { itemEntry } from './dismiss.ts';
import { restoredClaim } from './restored-claim.ts';

/**
 * Takes back the decision of a person about an item, which is open again.
 *
 * @throws ApiError unmatched_item_state
 */
export async function takeBackDecision(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  by: Deciding,
): Promise<SettledItem> {
  if (!canTakeBack(item)) {
    throw new ApiError('unmatched_item_state', {
      message: 'Only the decision of a person about a payment or status, or a dismissal, can be taken back',
    });
  }
  const decision = decisionBy(by, 'taken_back');
  const { undo } = item;
  const after = decided(item, 'open', undo ? { ...decision, claim_id: undo.claim_id } : decision);
  const { changes, writes } = undo
    ? await undone(ports, item, undo, by)
    : { changes: [], writes: await awaitedAgain(ports, item) };
  const claims = await ports.claims.findClaims(item.claim_ids.filter((id) => id !== undo?.claim_id));
  const questioned = claims.flatMap((claim) => questionAgain(item, claim, by) ?? []);
  const all = [...changes, ...questioned];
  const change: Change = {
    entries: [itemEntry(item, 'unmatched.taken_back', by), ...all.map(({ entry }) => entry)],
    writes: [
      { kind: 'claims', changes: all },
      ...writes,
      { kind: 'unmatched-item', item: after, replaces: item.version },
    ],
  };
  return { item: after, change };
}

interface Undone {
  readonly changes: readonly ClaimChange[];
  readonly writes: readonly Write[];
}

async function undone(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  undo: ItemUndo,
  by: Deciding,
): Promise<Undone> {
  const [claim] = await ports.claims.findClaims([undo.claim_id]);
  if (claim === undefined)
    throw new ApiError('unmatched_item_state', { message: 'The claim no longer exists' });
  return item.kind === 'payment'
    ? undonePayment(ports, item, { undo, claim, by })
    : undoneStatus(ports, item, { undo, claim, by });
}

interface Undoing {
  readonly undo: ItemUndo;
  readonly claim: Claim;
  readonly by: Deciding;
}

async function undonePayment(ports: UnmatchedPorts, item: UnmatchedItem, undoing: Undoing): Promise<Undone> {
  const { undo, claim, by } = undoing;
  const { stored } = await postablePayment(ports, item);
  const change = takenBack(item, undoing, 'claim.payment_taken_back');
  const [paid, responsibility] = [undo.posted?.paid ?? 0, undo.posted?.patient_responsibility ?? 0];
  const at = by.now.toISOString();
  const event: ClaimEvent = {
    ...{ at, kind: 'payment', reference: item.response_id },
    detail: {
      ...{ type: '835', number: item.number, taken_back: true },
      ...{ paid: -paid / 100, patient_responsibility: -responsibility / 100 },
    },
  };
  const back = Object.entries(undo.counts).map(([name, count]) => [name, -count] as const);
  const posting = undo.result_before as Posting;
  const marked = await secondaryWithout(ports, claim, item, by);
  return {
    changes: [change, ...marked],
    writes: [
      { kind: 'claim-event', claimId: claim.id, n: item.number - 1, event },
      { kind: 'posting', payment: stored, posting },
      ...countsWrite(item.response_id, Object.fromEntries(back)),
      ...(await awaitedAgain(ports, item, posting)),
    ],
  };
}

/** The claim for the next payer, if it is based on the posting. */
async function secondaryWithout(
  ports: UnmatchedPorts,
  claim: Claim,
  item: UnmatchedItem,
  by: Deciding,
): Promise<readonly ClaimChange[]> {
  const changes = await primaryReversed(ports, claim, item, by);
  return changes.filter(
    ({ after: { primary_remittance_id, primary_payment_number } }) =>
      primary_remittance_id === item.response_id && primary_payment_number === item.number,
  );
}

async function undoneStatus(ports: UnmatchedPorts, item: UnmatchedItem, undoing: Undoing): Promise<Undone> {
  const { undo, claim } = undoing;
  if (!isUnchanged(claim, undo)) {
    throw new ApiError('unmatched_item_state', {
      message: `Claim ${claim.id} has changed since; correct its lane with POST /api/claims/{id}/release`,
    });
  }
  const { part } = await storedStatus(ports, item);
  const by = Object.fromEntries(Object.entries(undo.counts).map(([name, count]) => [name, -count]));
  return {
    changes: [takenBack(item, undoing, 'claim.status_taken_back')],
    writes: [
      partWith(item.response_id, part, item.number, undo.result_before as StatusResult),
      { kind: 'status-counts', acknowledgmentId: item.response_id, by },
    ],
  };
}

/** The claim without the decision: as before if nothing has changed it since, else without the money of the decision. */
function takenBack(item: UnmatchedItem, { undo, claim, by }: Undoing, event: string): ClaimChange {
  const facts = decisionFacts(item, by);
  const restored = restoredClaim(claim, undo, item.response_id, {
    id: item.response_id,
    at: by.now.toISOString(),
  });
  const money = undo.posted && {
    paid: -undo.posted.paid / 100,
    patient_responsibility: -undo.posted.patient_responsibility / 100,
  };
  const change = amendClaim(restored, event, { ...facts, payload: { ...facts.payload, ...money } }, {});
  const lane_since = restored.lane === claim.lane ? claim.lane_since : by.now.toISOString();
  const after = keepingPayerNumber(claim, { ...change.after, lane_since });
  const moved: ClaimChange = { ...change, before: claim, after };
  const payload = {
    ...facts.payload,
    ...money,
    from: claim.lane,
    to: restored.lane,
    version: moved.after.version,
  };
  const entry = { ...moved.entry, payload };
  const questioned = questionAgain(item, moved.after, by);
  if (questioned === undefined) return { ...moved, entry };
  // One change of the claim: its version moves once.
  const kept = { ...questioned.after, version: moved.after.version };
  return { before: claim, after: kept, entry: { ...entry, payload: { ...payload, to: kept.lane } } };
}

/** A claim that arrives later finds the payment again. */
async function awaitedAgain(
  { remittances }: UnmatchedPorts,
  item: UnmatchedItem,
  posting?: Posting,
): Promise<readonly Write[]> {
  if (item.kind !== 'payment') return [];
  const [remittance, stored] = await Promise.all([
    remittances.find(item.response_id),
    remittances.findPayment(item.response_id, item.number),
  ]);
  const known = posting ?? stored?.posting;
  if (remittance === undefined || stored === undefined || stored.content === '') return [];
  if (known?.match.result !== 'unmatched' || !isUsableNumber(stored.patient_control_number)) return [];
  const payment = unmatchedPayment(stored, remittance);
  return [{ kind: 'unmatched-payment', payment, receivedAt: remittance.received_at }];
}
