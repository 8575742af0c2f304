import { ApiError, found } from '#contract/errors.ts';
import { Conflict, retryOnConflict } from '#persistence/conflict.ts';
import type { Change } from '../../change.ts';
import type { UnmatchedPorts } from '../attach/attach-ports.ts';
import { type UnmatchedItem, unmatchedItemId } from '../unmatched-item.ts';
import { canTakeBack } from './can-take-back.ts';
import type { Deciding } from './claims-of-item.ts';
import { attachToClaim } from './settle-item.ts';
import { takeBackDecision } from './take-back.ts';

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
 * @throws ApiError not_found
 */
export async function postHeldPayments(
  ports: RemittanceByHandPorts,
  remittanceId: string,
  by: Deciding,
  after: number,
): Promise<RemittanceByHand> {
  const { claims } = found(await ports.remittances.find(remittanceId));
  const numbers = Array.from({ length: Math.max(0, claims - after) }, (_, n) => after + 1 + n);
  return eachItem(ports, remittanceId, numbers, async (item) => {
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
  remittanceId: string,
  by: Deciding,
  after: number,
): Promise<RemittanceByHand> {
  const { claims } = found(await ports.remittances.find(remittanceId));
  const first = after === 0 ? claims : after - 1;
  const numbers = Array.from({ length: Math.max(0, first) }, (_, n) => first - n);
  return eachItem(ports, remittanceId, numbers, async (item) =>
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
