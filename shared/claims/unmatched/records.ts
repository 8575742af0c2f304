import { claimLookup } from '#claims/claims/claim-lookup-records.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { timeBounds } from '#store/claims/key-parts.ts';
import { getRecord, recordOf } from '#store/dynamodb/items.ts';
import { queryPage, queryPages } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { unmatchedItemKey, unmatchedKindPartition, unmatchedPartition } from '../files/response-keys.ts';
import { type listUnmatched, unmatchedItem } from './contract.ts';
import { itemsWithin } from './item-json.ts';
import type { UnmatchedItem } from './unmatched-item.ts';

/** Reads an item, strongly consistent. */
export const findUnmatchedItem = (table: Table, id: string) =>
  getRecord<UnmatchedItem>(table, unmatchedItemKey(id));

export const unmatchedItems = addressedRecord({
  of: unmatchedItem,
  find: findUnmatchedItem,
  isWithin: async (item, limit, table) => (await itemsWithin([item], limit, claimLookup(table))).length > 0,
});

/**
 * Items of a state, newest first, optionally of one kind. Both times are inclusive.
 *
 * @throws ApiError invalid_cursor
 */
export function queryUnmatchedItems(table: Table, query: ValidInput<typeof listUnmatched>['query']) {
  const { limit, cursor, state, kind, received_from, received_to } = query;
  const part =
    kind === undefined
      ? ({ index: 'gsi1', pk: unmatchedPartition(state) } as const)
      : ({ index: 'gsi2', pk: unmatchedKindPartition(state, kind) } as const);
  const list = ['unmatched', state, kind, received_from, received_to];
  const range = { ...part, ...timeBounds(received_from, received_to), newestFirst: true };
  return queryPage(table, { list, limit, cursor, range }, (item) => recordOf<UnmatchedItem>(item));
}

/** Open items of statuses, oldest first, page by page; eventually consistent. */
export async function* openStatusItems(table: Table): AsyncGenerator<readonly UnmatchedItem[]> {
  const range = { index: 'gsi2', pk: unmatchedKindPartition('open', 'status') } as const;
  for await (const items of queryPages(table, range, { pageSize: 100 })) {
    yield items.map((item) => recordOf<UnmatchedItem>(item));
  }
}
