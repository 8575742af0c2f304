import type { Change, Write } from '#claims/change.ts';
import type { StatusResult } from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { claimsWrite, readChains } from '#claims/claims/read-chains.ts';
import type { AmountsByHand } from '#claims/remittances/amounts-by-hand.ts';
import { unmatchedPayments } from '#claims/remittances/posting-rules.ts';
import type { Posting, StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import { ApiError } from '#contract/errors.ts';
import { Conflict, retryOnConflict } from '#persistence/conflict.ts';
import { attachPayment, countsWrite, noLongerAwaited, postablePayment } from './attach-payment.ts';
import type { AttachTarget, SettledItem, UnmatchedPorts } from './attach-ports.ts';
import { attachStatus, partWith, storedStatus } from './attach-status.ts';
import { type Deciding, decisionBy, decisionPayload, settleClaims, withdrawFacts } from './claims-of-item.ts';
import {
  canTakeBack,
  decided,
  type ItemUndo,
  type UnmatchedItem,
  unmatchedItemId,
} from './unmatched-item.ts';

/** @throws ApiError unmatched_item_state */
export function requireOpen({ state }: UnmatchedItem): void {
  if (state !== 'open') throw new ApiError('unmatched_item_state', { message: `The item is ${state}` });
}

/**
 * Attaches a payment or status to a claim.
 *
 * @throws ApiError unknown_claim, unmatched_item_state
 */
export async function attachToClaim(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  claimId: string,
  by: Deciding & { readonly amounts: AmountsByHand },
): Promise<SettledItem> {
  const target = await targetOf(ports, item, claimId);
  return item.kind === 'payment'
    ? attachPayment(ports, item, target, by)
    : attachStatus(ports, item, target, by);
}

/** Claims that one decision may change besides its target, within one transaction. */
const maxOthers = 24;

async function targetOf(
  { claims }: Pick<UnmatchedPorts, 'claims'>,
  item: UnmatchedItem,
  claimId: string,
): Promise<AttachTarget> {
  const known = await claims.findClaims([claimId, ...item.claim_ids]);
  const claim = known.find(({ id }) => id === claimId);
  if (claim === undefined)
    throw new ApiError('unknown_claim', { message: 'The claim to attach was not found' });
  return { claim, others: known.filter(({ id }) => id !== claimId).slice(0, maxOthers) };
}

/** Dismisses an open item. Claims that it keeps in review return to their lane, and no claim finds the payment later. */
export async function dismissItem(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  by: Deciding,
): Promise<SettledItem> {
  const claims = await ports.claims.findClaims(item.claim_ids);
  const chains = await readChains(ports.claims.findClaims, claims);
  const { sequence, facts } = settleClaims(item, claims, chains, by);
  const after = decided(item, 'dismissed', decisionBy(by, 'dismissed'), { facts });
  const [remittance, stored] =
    item.kind === 'payment'
      ? await Promise.all([
          ports.remittances.find(item.response_id),
          ports.remittances.findPayment(item.response_id, item.number),
        ])
      : [];
  const awaited = remittance && stored ? await noLongerAwaited(ports, stored, remittance) : [];
  return {
    item: after,
    change: {
      entries: [itemEntry(item, 'unmatched.dismissed', by), ...sequence.entries],
      writes: [
        claimsWrite([...chains.values()].flat(), sequence.changes),
        { kind: 'unmatched-item', item: after, replaces: item.version },
        ...awaited,
      ],
    },
  };
}

/** The audit entry of the item itself, which may concern no claim. */
export const itemEntry = (item: UnmatchedItem, event_type: string, { actor, reason }: Deciding) => ({
  event_type,
  entity_type: 'unmatched_item',
  entity_id: item.id,
  actor,
  payload: { ...decisionPayload(item, reason), kind: item.kind, response: item.response },
});

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
  const { undo = { facts: [] } } = item;
  const ids = undo.facts.map(({ claim_id }) => claim_id);
  const claims = await ports.claims.findClaims(ids);
  const { claim_id } = undo;
  if (claim_id !== undefined && !claims.some(({ id }) => id === claim_id)) {
    throw new ApiError('unmatched_item_state', { message: 'The claim no longer exists' });
  }
  const chains = await readChains(ports.claims.findClaims, claims);
  const changes = withdrawFacts(item, undo, claims, chains, by);
  const decision = decisionBy(by, 'taken_back');
  const after = decided(item, 'open', claim_id === undefined ? decision : { ...decision, claim_id });
  const change: Change = {
    entries: [itemEntry(item, 'unmatched.taken_back', by), ...changes.map(({ entry }) => entry)],
    writes: [
      claimsWrite([...chains.values()].flat(), changes),
      ...(await restoredResult(ports, item, undo)),
      { kind: 'unmatched-item', item: after, replaces: item.version },
    ],
  };
  return { item: after, change };
}

/** The posting or the status result, and the counts of the response, as they were before the decision. */
async function restoredResult(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  { claim_id, result_before, counts = {} }: ItemUndo,
): Promise<readonly Write[]> {
  if (claim_id === undefined) return awaitedAgain(ports, item);
  const back = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));
  if (item.kind === 'payment') {
    const { stored } = await postablePayment(ports, item);
    const posting = result_before as Posting;
    return [
      { kind: 'posting', payment: stored, posting },
      ...countsWrite(item.response_id, back),
      ...(await awaitedAgain(ports, item, posting)),
    ];
  }
  const { part } = await storedStatus(ports, item);
  return [
    partWith(item.response_id, part, item.number, result_before as StatusResult),
    { kind: 'status-counts', acknowledgmentId: item.response_id, by: back },
  ];
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
  if (known?.match.result !== 'unmatched') return [];
  return unmatchedPayments(stored, remittance).map((payment) => ({
    kind: 'unmatched-payment',
    payment,
    receivedAt: remittance.received_at,
  }));
}

export interface RemittanceByHandPorts extends UnmatchedPorts {
  write(change: Change): Promise<void>;
  isTimeUp(): boolean;
}

/** Reasons that hold a remittance as a whole. */
const ofWhole: ReadonlySet<UnmatchedItem['reason']> = new Set(['transaction_unbalanced', 'possible_reissue']);

interface RemittanceByHand {
  readonly changed: number;
  readonly skipped: number;
  /** Number of the last payment that was examined; undefined at the end. */
  readonly next?: number;
}

/**
 * Posts the payments of a remittance that are held only because its transaction does not balance, or may be issued again, one
 * transaction each.
 *
 * @param after number of the payment after which to continue
 */
export async function postHeldPayments(
  ports: RemittanceByHandPorts,
  { id, claims }: Pick<StoredRemittance, 'id' | 'claims'>,
  by: Deciding,
  after: number,
): Promise<RemittanceByHand> {
  const numbers = Array.from({ length: Math.max(0, claims - after) }, (_, n) => after + 1 + n);
  return eachItem(ports, id, numbers, async (item) => {
    const [claimId] = item.claim_ids;
    if (item.state !== 'open' || !ofWhole.has(item.reason) || claimId === undefined) return undefined;
    return (await attachToClaim(ports, item, claimId, { ...by, amounts: {} })).change;
  });
}

/**
 * Takes back the payments of a remittance that a person posted, one transaction each. The last one comes first, so that a
 * claim with several payments passes through the same states in reverse.
 */
export async function takeBackPayments(
  ports: RemittanceByHandPorts,
  { id, claims }: Pick<StoredRemittance, 'id' | 'claims'>,
  by: Deciding,
  after: number,
): Promise<RemittanceByHand> {
  const first = after === 0 ? claims : after - 1;
  const numbers = Array.from({ length: Math.max(0, first) }, (_, n) => first - n);
  return eachItem(ports, id, numbers, async (item) =>
    canTakeBack(item) && item.state === 'resolved'
      ? (await takeBackDecision(ports, item, by)).change
      : undefined,
  );
}

async function eachItem(
  ports: RemittanceByHandPorts,
  remittanceId: string,
  numbers: readonly number[],
  changeOf: (item: UnmatchedItem) => Promise<Change | undefined>,
): Promise<RemittanceByHand> {
  let [changed, skipped] = [0, 0];
  for (const [n, number] of numbers.entries()) {
    const last = numbers[n - 1];
    if (last !== undefined && ports.isTimeUp()) return { changed, skipped, next: last };
    const isChanged = await changeItem(ports, unmatchedItemId(remittanceId, number), changeOf);
    if (isChanged === true) changed++;
    if (isChanged === false) skipped++;
  }
  return { changed, skipped };
}

/** @returns undefined for a payment without an item */
async function changeItem(
  ports: RemittanceByHandPorts,
  id: string,
  changeOf: (item: UnmatchedItem) => Promise<Change | undefined>,
): Promise<boolean | undefined> {
  try {
    return await retryOnConflict(async () => {
      const item = await ports.findItem(id);
      if (item === undefined) return undefined;
      const change = await changeOf(item);
      if (change === undefined) return false;
      await ports.write(change);
      return true;
    });
  } catch (error) {
    if (error instanceof Conflict || error instanceof ApiError) return false;
    throw error;
  }
}
