import { ApiError } from '#contract/errors.ts';
import type { Change, Write } from '../../change.ts';
import { readChains, unchangedOf } from '../../claims/read-chains.ts';
import type { StatusResult } from '../../responses/claim-acknowledgment/stored-acknowledgment.ts';
import { unmatchedPayments } from '../../responses/remittance/posting-rules.ts';
import type { Posting } from '../../responses/remittance/stored-remittance.ts';
import { countsWrite, postablePayment } from '../attach/attach-payment.ts';
import type { SettledItem, UnmatchedPorts } from '../attach/attach-ports.ts';
import { partWith, storedStatus } from '../attach/attach-status.ts';
import { decided, type ItemUndo, type UnmatchedItem } from '../unmatched-item.ts';
import { canTakeBack } from './can-take-back.ts';
import { type Deciding, decisionBy, withdrawFacts } from './claims-of-item.ts';
import { itemEntry } from './dismiss.ts';

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
  const unchanged = unchangedOf([...chains.values()].flat(), changes);
  const change: Change = {
    entries: [itemEntry(item, 'unmatched.taken_back', by), ...changes.map(({ entry }) => entry)],
    writes: [
      { kind: 'claims', changes, unchanged },
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
