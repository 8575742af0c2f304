import { chunksOf } from '#claims/chunks.ts';
import type { Claim } from '#claims/claim/claim.ts';
import { blocksOtherCorrections } from '#claims/claim/replacement.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItem, getItems } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { claimKey } from '../keys/claim-keys.ts';
import { reservationKey } from '../keys/submission-keys.ts';
import { replacementAction, replacementStore } from './replacements.ts';

/** Whether a submission has reserved the claim and may be sending it. Strongly consistent. */
export const isBeingSent = async (table: Table, claimId: string): Promise<boolean> =>
  (await getItem(table, reservationKey(claimId))) !== undefined;

/** Condition: no submission has reserved the claim. */
export const requireNotBeingSent = (claimId: string): TransactAction => ({
  ConditionCheck: { Key: { ...reservationKey(claimId) }, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Corrections and voids that another open one of the same claim blocks. */
export async function blockedByOpenCorrection(
  table: Table,
  replaced: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (replaced.size === 0) return [];
  const holders = await replacementStore(table).findHolders([...replaced.values()]);
  return besideHolders([...replaced.keys()], replaced, holders);
}

/** Claims in one transaction, each with its reservation; a correction also with a condition and its right to be sent. */
const maxCorrections = 33;
const maxReserved = 100;

/**
 * Reserves ready claims for a submission; see {@link SubmissionStore.reserve}. Reserves first and reads the claims then: each
 * change of a ready claim requires that it is not reserved, so a claim that is found ready stays so. Conditions on the claims
 * themselves would cost two write units each.
 */
export async function reserveClaims(
  table: Table,
  id: string,
  claimIds: readonly string[],
  replaced: ReadonlyMap<string, string> = new Map(),
  contents: ReadonlyMap<string, number | undefined> = new Map(),
): Promise<readonly string[]> {
  const { findHolders } = replacementStore(table);
  for (const some of chunksOf(claimIds, replaced.size > 0 ? maxCorrections : maxReserved)) {
    const names = some.flatMap((claimId) => replaced.get(claimId) ?? []);
    const holders = names.length === 0 ? new Map<string, Claim>() : await findHolders(names);
    const others = besideHolders(some, replaced, holders);
    if (others.length > 0) return others;
    const planned = some.flatMap((claimId) => {
      const name = replaced.get(claimId);
      const hold =
        name === undefined
          ? []
          : // Without the condition, a correction that is not sent would keep the right.
            [requireReady(claimId), replacementAction({ target: name, claimId, holder: holders.get(name) })];
      return [putReservation(claimId, id), ...hold].map((action) => ({ claimId, action }));
    });
    try {
      await transact(
        table,
        planned.map(({ action }) => action),
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const missing = new Set(error.failures.map(({ index }) => planned[index]?.claimId));
      return some.filter((claimId) => missing.has(claimId));
    }
    const changed = await changedClaims(table, some, contents);
    if (changed.length > 0) return changed;
  }
  return [];
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

const putReservation = (claimId: string, submissionId: string): TransactAction => ({
  Put: {
    Item: { ...reservationKey(claimId), claim_id: claimId, submission_id: submissionId },
    ConditionExpression: 'attribute_not_exists(pk) OR submission_id = :own',
    ExpressionAttributeValues: { ':own': submissionId },
  },
});
