import type { Claim } from '#claims/claim/claim.ts';
import { purgedEntry } from '#claims/retention/purge.ts';
import type { Purge } from '#contract/claims/retention.ts';
import { isWritten } from '#persistence/conflict.ts';
import { deleteItems } from '../../dynamodb/delete-items.ts';
import { allItems, type ItemKey, recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { removedContentActions } from '../claims/claim-contents.ts';
import { removalActions } from '../claims/claims.ts';
import { keepEntries } from '../claims/listed-entries.ts';
import { removeEndedReservation } from '../claims/reservations.ts';
import { claimKey, claimPartition } from '../keys/claim-keys.ts';
import { purgedClaimKey, purgingKeys, purgingPartition } from '../keys/retention-keys.ts';
import type { ClaimsTables } from '../write-change.ts';
import { pointersOf } from './claim-pointers.ts';
import { keyOf } from './purge-context.ts';

/**
 * Removes a claim with its content, events and the records by which it is found, and takes it out of all figures. The
 * transaction of the audit entry lists what is left to remove, so an interrupted removal is finished later.
 *
 * @returns false if the claim has changed, is being sent, or has lost its content hash to another claim
 */
export async function purgeClaim(tables: ClaimsTables, claim: Claim, purge: Purge): Promise<boolean> {
  const { claims: table, audit } = tables;
  const items = await allItems(table, claimPartition(claim.id));
  const contents = await removedContentActions(table, claim);
  const events = items.filter(({ sk }) => sk !== 'CLAIM' && sk !== 'CONTENT');
  const left = { ...purgedClaimKey(claim.id) };
  const keys = [...events.map(keyOf), ...(await pointersOf(tables, claim, items))];
  const actions: TransactAction[] = [
    ...(await removeEndedReservation(table, claim)),
    {
      Delete: {
        Key: { ...claimKey(claim.id) },
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': claim.version },
      },
    },
    ...contents,
    { Put: { Item: { ...left, ...purgingKeys(claim.id), keys } } },
    ...keepEntries(claim.id, items),
    ...removalActions(claim),
  ];
  const written = await isWritten(audit.append([purgedEntry(purge, 'claim', claim.id)], actions));
  if (!written) return false;
  await removeLeft(table, left, keys);
  return true;
}

/** Finishes removals that were interrupted. */
export async function finishPurgedClaims(table: Table): Promise<void> {
  const range = { index: 'gsi1', pk: purgingPartition } as const;
  for await (const item of queryItems(table, range)) {
    const { keys = [] } = recordOf<{ readonly keys?: readonly ItemKey[] }>(item);
    await removeLeft(table, keyOf(item), keys);
  }
}

async function removeLeft(table: Table, list: ItemKey, keys: readonly ItemKey[]): Promise<void> {
  await deleteItems(table, keys);
  await deleteItems(table, [list]);
}
