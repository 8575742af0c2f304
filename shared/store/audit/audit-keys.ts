/**
 * Keys of the audit table.
 *
 * | item | pk | sk |
 * |---|---|---|
 * | entry | `CHAIN#<chain>` | its id, 16 digits with leading zeros |
 * | head | `CHAIN#<chain>` | `HEAD` |
 *
 * The partition key of each index (shared/contract/claims/audit/indexes.ts) is a field of the entry.
 */
export const chainKey = (chain: string): string => `CHAIN#${chain}`;

export const headKey = (chain: string) => ({ pk: chainKey(chain), sk: headSortKey });

/** Sorts after every entry. */
export const headSortKey = 'HEAD';

/** 2^53 - 1 has 16 digits. */
export const entrySortKey = (id: number): string => String(id).padStart(16, '0');

/** The id in a sort key; undefined if the key is not that of an entry. */
export const idOfSortKey = (sortKey: unknown): number | undefined =>
  typeof sortKey === 'string' && /^\d{16}$/.test(sortKey) ? Number(sortKey) : undefined;
