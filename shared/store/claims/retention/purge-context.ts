import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Purge } from '#contract/claims/retention.ts';
import { isWritten } from '#persistence/conflict.ts';
import { deleteItems } from '../../dynamodb/delete-items.ts';
import { allItems, type Item, type ItemKey, nameOfKey } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import type { ClaimsStores } from '../files/intake-ports.ts';
import type { ProtectedRecords } from './protected-records.ts';

export interface PurgeContext {
  readonly stores: ClaimsStores;
  readonly purge: Purge;
  readonly kept: ProtectedRecords;
}

export const keyOf = ({ pk, sk }: Item | ItemKey): ItemKey => ({ pk: String(pk), sk: String(sk) });

/** Bounds of the sort keys of records that a purge removes: times up to its cutoff. */
export const expired = ({ cutoff }: Pick<Purge, 'cutoff'>) => ({ to: cutoff });

/**
 * Removes a record with the rest of its partition and other items. The record itself goes last, with its audit entries, so an
 * interrupted removal is repeated.
 *
 * @param together further actions of the last transaction; an item that they delete stays until then
 * @returns false if the record has changed since the purge listed it
 */
export async function removeRecord(
  { stores: { claims, audit } }: PurgeContext,
  root: ItemKey,
  others: readonly ItemKey[],
  entries: readonly EntryDraft[],
  together: readonly TransactAction[] = [],
): Promise<boolean> {
  const partition = await allItems(claims, { pk: root.pk, prefix: '' });
  const last = new Set([root, ...together.flatMap(deletedKey)].map(nameOfKey));
  const first = [...partition.map(keyOf), ...others].filter((key) => !last.has(nameOfKey(key)));
  await deleteItems(claims, first);
  const remove: TransactAction = {
    Delete: { Key: { ...root }, ConditionExpression: 'attribute_exists(pk)' },
  };
  return isWritten(audit.append(entries, [remove, ...together]));
}

const deletedKey = (action: TransactAction): readonly Item[] =>
  'Delete' in action && action.Delete.Key ? [action.Delete.Key] : [];
