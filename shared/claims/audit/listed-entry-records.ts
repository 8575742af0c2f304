import { claimKey, purgedEntriesKey } from '#claims/claims/claim-keys.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import type { AuditLog, ReadListedEntries } from '#store/audit/audit-log.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { getItems, type Item } from '#store/dynamodb/items.ts';
import { entryListAttribute, type TransactAction } from '#store/dynamodb/table.ts';

/**
 * Audit entries that a claim lists: those of each transaction that changed it. They share items in the audit log, whose index by
 * entity has only the first entry of an item.
 */
const readListed: ReadListedEntries = async (claimId) => {
  const keys = [claimKey(claimId), purgedEntriesKey(claimId)];
  const items = await getItems(claimsTable, keys, [entryListAttribute]);
  return items.flatMap(listOf);
};

/** The audit log with the lists of the claims, for reading. */
export const auditedClaims: AuditLog = {
  table: auditEntries,
  chain: auditChain,
  readListed,
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
