import type { Claim } from '#claims/claim/claim.ts';
import type { ClaimChange } from '#claims/claim/claim-change.ts';
import type { SearchKey } from '#claims/search/keyed-hashes.ts';
import { hasSameEntries, searchEntries } from '#claims/search/search-entries.ts';
import { type ItemKey, nameOfKey } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { entryKeys } from '../keys/search-keys.ts';

/** Whether a change adds a claim, or changes a field by which claims are found. */
export const changesEntries = ({ before, after }: ClaimChange): boolean =>
  before === undefined || !hasSameEntries(before, after);

/**
 * Stores the entries of new claims, and replaces those of claims whose fields changed. The entry takes 2 write units, and one more
 * for each of its three index keys; that of the subscriber takes 2.
 */
export function searchActions(changes: readonly ClaimChange[], key: SearchKey): TransactAction[] {
  return changes.filter(changesEntries).flatMap(({ before, after }) => {
    const puts = entryItems(after, key);
    const kept = new Set(puts.map(nameOfKey));
    const stale = before === undefined ? [] : searchKeysOf(before, key);
    return [
      ...puts.map((Item): TransactAction => ({ Put: { Item } })),
      ...stale
        .filter((one) => !kept.has(nameOfKey(one)))
        .map(({ pk, sk }): TransactAction => ({ Delete: { Key: { pk, sk } } })),
    ];
  });
}

function entryItems(claim: Claim, key: SearchKey) {
  const entries = searchEntries(claim, key);
  return entryKeys(entries).map((keys) => ({ ...keys, ...entries.fields }));
}

/** Keys of the entries of a claim, for a purge. */
export const searchKeysOf = (claim: Claim, key: SearchKey): readonly ItemKey[] =>
  entryKeys(searchEntries(claim, key)).map(({ pk, sk }) => ({ pk, sk }));
