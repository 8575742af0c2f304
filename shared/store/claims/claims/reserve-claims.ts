import type { Claim, ClaimOrigin } from '#claims/claim/claim.ts';
import { blocksOtherCorrections } from '#claims/claim/replacement.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItems, type Item } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { claimKey } from '../keys/claim-keys.ts';
import { replacementAction, replacementStore } from './claims.ts';
import {
  type ReservationItem,
  type Reservations,
  reservationItems,
  reserveAction,
  unreservable,
} from './reservation-items.ts';
import { findReservations } from './reservations.ts';

/** Corrections and voids that another open one of the same claim blocks. */
export async function blockedByOpenCorrection(
  table: Table,
  replaced: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (replaced.size === 0) return [];
  const holders = await replacementStore(table).findHolders([...replaced.values()]);
  return besideHolders([...replaced.keys()], replaced, holders);
}

/**
 * Reserves ready claims for a submission; see {@link SubmissionStore.reserve}. Reserves first and reads the claims then: each
 * change of a ready claim requires that it is not reserved, so a claim that is found ready stays so. Conditions on the claims
 * themselves would cost two write units each.
 */
export async function reserveClaims(
  table: Table,
  id: string,
  claims: readonly ClaimOrigin[],
  replaced: ReadonlyMap<string, string> = new Map(),
  contents: ReadonlyMap<string, number | undefined> = new Map(),
): Promise<readonly string[]> {
  const { findHolders } = replacementStore(table);
  for (const items of transactionsOf(reservationItems(claims), replaced)) {
    const some = items.flatMap((item) => item.claims.map((claim) => claim.id));
    const names = some.flatMap((claimId) => replaced.get(claimId) ?? []);
    const holders = names.length === 0 ? new Map<string, Claim>() : await findHolders(names);
    const others = besideHolders(some, replaced, holders);
    if (others.length > 0) return others;
    const rights = some.flatMap((claimId) => {
      const target = replaced.get(claimId);
      if (target === undefined) return [];
      const right = replacementAction({ target, claimId, holder: holders.get(target) });
      // Without the condition, a correction that is not sent would keep the right.
      return [requireReady(claimId), right].map((action) => ({ claimId, action }));
    });
    const missing = await reserveItems(table, { id, items, rights });
    if (missing.size > 0) return some.filter((claimId) => missing.has(claimId));
    const changed = await changedClaims(table, some, contents);
    if (changed.length > 0) return changed;
  }
  return [];
}

/** DynamoDB's limit for one transaction. */
const maxActions = 100;

/** An item is one action. Each correction adds a condition and its right to be sent. */
function transactionsOf(
  items: readonly ReservationItem[],
  replaced: ReadonlyMap<string, string>,
): readonly (readonly ReservationItem[])[] {
  const parts: ReservationItem[][] = [];
  let actions = maxActions;
  for (const item of items) {
    const own = 1 + 2 * item.claims.filter(({ id }) => replaced.has(id)).length;
    actions += own;
    if (actions > maxActions) {
      parts.push([]);
      actions = own;
    }
    parts.at(-1)?.push(item);
  }
  return parts;
}

interface PlannedReservation {
  /** The submission. */
  readonly id: string;
  readonly items: readonly ReservationItem[];
  /** Conditions and rights of corrections and voids. */
  readonly rights?: readonly { readonly claimId: string; readonly action: TransactAction }[];
}

/**
 * Reserves all claims of the items or none, in one transaction.
 *
 * @returns claims whose conditions failed
 */
async function reserveItems(table: Table, planned: PlannedReservation): Promise<ReadonlySet<string>> {
  const missing = await reserveTogether(table, planned, new Map());
  if (missing.size === 0) return missing;
  // Claims that were sent before have reservations without effect.
  const { ended } = await findReservations(table, planned.items);
  return ended.size === 0 ? missing : reserveTogether(table, planned, ended);
}

async function reserveTogether(
  table: Table,
  { id, items, rights = [] }: PlannedReservation,
  ended: Reservations,
): Promise<ReadonlySet<string>> {
  const planned = [
    ...items.map((item) => ({
      action: reserveAction(item, id, ended),
      failedClaims: (stored: Item | undefined) => unreservable(item, stored, id, ended),
    })),
    ...rights.map(({ claimId, action }) => ({ action, failedClaims: () => [claimId] })),
  ];
  try {
    await transact(
      table,
      planned.map(({ action }) => action),
    );
    return new Set();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return new Set(error.failures.flatMap(({ index, item }) => planned[index]?.failedClaims(item) ?? []));
  }
}

/** Claims that are not ready, or, if `contents` has them, do not have the content that was read. */
async function changedClaims(
  table: Table,
  claimIds: readonly string[],
  contents: ReadonlyMap<string, number | undefined>,
): Promise<readonly string[]> {
  const found = await getItems(table, claimIds.map(claimKey), ['id', 'lane', 'content_version']);
  const sound = found.filter(({ id, lane, content_version: version }) => {
    const hasContent = !contents.has(String(id)) || version === contents.get(String(id));
    return lane === 'ready' && hasContent;
  });
  const ids = new Set(sound.map(({ id }) => String(id)));
  return claimIds.filter((claimId) => !ids.has(claimId));
}

/** Corrections and voids that a stored one blocks, or one before them in the list. */
function besideHolders(
  claimIds: readonly string[],
  replaced: ReadonlyMap<string, string>,
  holders: ReadonlyMap<string, Claim>,
): readonly string[] {
  const first = new Map(claimIds.toReversed().map((claimId) => [replaced.get(claimId), claimId]));
  return claimIds.filter((claimId) => {
    const name = replaced.get(claimId);
    if (name === undefined) return false;
    const holder = holders.get(name);
    const isHeld = holder !== undefined && holder.id !== claimId && blocksOtherCorrections(holder);
    return isHeld || first.get(name) !== claimId;
  });
}

const requireReady = (claimId: string): TransactAction => ({
  ConditionCheck: {
    Key: { ...claimKey(claimId) },
    ConditionExpression: 'lane = :ready',
    ExpressionAttributeValues: { ':ready': 'ready' },
  },
});
