/**
 * Keys of the audit table.
 *
 * | item | pk | sk |
 * |---|---|---|
 * | entry | `CHAIN#<chain>` | its id, 16 digits with leading zeros |
 * | head | `CHAIN#<chain>` | `HEAD` |
 *
 * Its indexes have a field of the entry itself as partition key and `sk` as sort key, so that no copy of a field
 * can be bent without the hash telling: {@link auditIndexes}.
 */
export const chainKey = (chain: string): string => `CHAIN#${chain}`;

export const headKey = (chain: string) => ({ pk: chainKey(chain), sk: headSortKey });

/** Sorts after every entry. */
export const headSortKey = 'HEAD';

/** 2^53 - 1 has 16 digits. */
export const entrySortKey = (id: number): string => String(id).padStart(16, '0');

/** The id that a sort key stands for, or undefined when it is no entry's. */
export const idOfSortKey = (sortKey: unknown): number | undefined =>
  typeof sortKey === 'string' && /^\d{16}$/.test(sortKey) ? Number(sortKey) : undefined;

/** Index by each filterable field of an entry. */
export const auditIndexes = {
  entity_id: 'by-entity-id',
  actor: 'by-actor',
  event_type: 'by-event-type',
  entity_type: 'by-entity-type',
} as const;
