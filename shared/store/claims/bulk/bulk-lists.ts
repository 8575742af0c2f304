import type { BulkResult, BulkRun } from '#claims/bulk/bulk-run.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { bulkPosition, bulkResultsOf, bulkRunsPartition } from '../keys/bulk-keys.ts';

export const readBulkRuns = (table: Table, { limit, cursor }: PageRequest) => {
  const range = { index: 'gsi1', pk: bulkRunsPartition, newestFirst: true } as const;
  return queryPage(table, { list: ['bulk runs'], limit, cursor, range }, (item) => recordOf<BulkRun>(item));
};

/** Results that one request examines for an outcome. */
const maxExamined = 2000;
/** Maximum results of one item. */
const maxResultsPerItem = 20;

interface ResultQuery extends PageRequest {
  readonly outcome?: BulkResult['outcome'] | undefined;
}

/** Lists the results of a run in its order. A page may be short and still have a next one. */
export async function readBulkResults(
  table: Table,
  id: string,
  { limit, cursor, outcome }: ResultQuery,
): Promise<StoredPage<BulkResult>> {
  const list = ['bulk results', id, outcome];
  const after = cursor === undefined ? -1 : Number(decodeCursor(list, cursor));
  const from = bulkPosition(Math.max(0, after - maxResultsPerItem + 1));
  const range = { ...bulkResultsOf(id), from };
  const found: BulkResult[] = [];
  let examined = 0;
  for await (const item of queryItems(table, range, { pageSize: 100 })) {
    const first = Number(item['position']);
    for (const [index, result] of (item['results'] as readonly BulkResult[]).entries()) {
      const position = first + index;
      if (position <= after) continue;
      examined++;
      if (outcome === undefined || result.outcome === outcome) found.push(result);
      if (found.length === limit || examined === maxExamined) {
        return { data: found, nextCursor: encodeCursor(list, String(position)) };
      }
    }
  }
  return { data: found, nextCursor: null };
}
