import { claimKey, purgedEntriesKey } from '#claims/claims/claim-keys.ts';
import type { ReadListedEntries } from '#store/audit/audit-log.ts';
import { getItems, type Item } from '#store/dynamodb/items.ts';
import { entryListAttribute, type Table, type TransactAction } from '#store/dynamodb/table.ts';

/**
 * Audit entries that a claim lists: those of each transaction that changed it. They share items in the audit log, whose index by
 * entity has only the first entry of an item.
 */
export const listedEntriesOf =
  (claims: Table): ReadListedEntries =>
  async (claimId) => {
    const items = await getItems(
      claims,
      [claimKey(claimId), purgedEntriesKey(claimId)],
      [entryListAttribute],
    );
    return items.flatMap(listOf);
  };

/** Keeps the list of a claim that is purged; `items` is its partition. Nothing for a claim without a list. */
export function keepEntries(claimId: string, items: readonly Item[]): readonly TransactAction[] {
  const ids = items.flatMap(listOf);
  if (ids.length === 0) return [];
  return [
    {
      Update: {
        Key: { ...purgedEntriesKey(claimId) },
        UpdateExpression: 'ADD #entries :entries',
        ExpressionAttributeNames: { '#entries': entryListAttribute },
        ExpressionAttributeValues: { ':entries': new Set(ids) },
      },
    },
  ];
}

function listOf(item: Item): readonly number[] {
  const list = item[entryListAttribute];
  return list instanceof Set ? [...list].filter((id) => typeof id === 'number') : [];
}
