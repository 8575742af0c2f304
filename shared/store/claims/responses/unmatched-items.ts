import type { UnmatchedItem } from '#claims/unmatched/unmatched-item.ts';
import type { listUnmatched } from '#contract/claims/unmatched/unmatched.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { getRecord, recordOf } from '../../dynamodb/items.ts';
import { queryPage, queryPages } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { timeBounds } from '../keys/key-parts.ts';
import { unmatchedItemKey, unmatchedKindPartition, unmatchedPartition } from '../keys/response-keys.ts';

/** Reads an item, strongly consistent. */
export const findUnmatchedItem = (table: Table, id: string) =>
  getRecord<UnmatchedItem>(table, unmatchedItemKey(id));

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
