import { chunksOf } from '#claims/chunks.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { counted, inFirstIndex, itemKey, keysUnder, timeKey } from '#store/claims/key-parts.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import {
  getRecord,
  type ItemKey,
  inRange,
  insertion,
  itemOf,
  type KeyPrefix,
  queryOnce,
  recordOf,
  updateItem,
} from '#store/dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import { betweenTransactions, type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { bulkRun } from './contract.ts';
import type { BulkProgressWrite, BulkResult, BulkRun } from './rules.ts';

export const bulkRunKey = (id: string): ItemKey => ({ pk: `BULKRUN#${id}`, sk: 'RUN' });
const bulkRunKeys = (startedAt: string, id: string) =>
  inFirstIndex(bulkRunsPartition, timeKey(startedAt, id));
export const bulkRunsPartition = 'BULKRUNS';

/** @param position of the first claim in the item, from 0 */
const bulkIdsKey = (id: string, position: number) =>
  itemKey(bulkIdsOf(id).pk, bulkIdsOf(id).prefix + bulkPosition(position));
const bulkIdsOf = (id: string): KeyPrefix => keysUnder(`BULKRUN#${id}`, 'IDS#');
const bulkResultsKey = (id: string, position: number) =>
  itemKey(bulkResultsOf(id).pk, bulkResultsOf(id).prefix + bulkPosition(position));
const bulkResultsOf = (id: string): KeyPrefix => keysUnder(`BULKRUN#${id}`, 'RESULTS#');
const bulkPosition = (position: number): string => counted(position, 6);

/** Maximum ids in one item of a selection. */
const idsPerItem = 1000;

const runItem = (run: BulkRun) =>
  itemOf({ ...bulkRunKey(run.id), ...bulkRunKeys(run.started_at, run.id) }, run);

/** Stores the named claims first, so that a run has all of them. Returns the stored run of a repeated request. */
export async function beginBulkRun(table: Table, run: BulkRun, ids: readonly string[]): Promise<BulkRun> {
  for (const [part, some] of chunksOf(ids, idsPerItem).entries()) {
    await transact(table, [{ Put: { Item: { ...bulkIdsKey(run.id, part * idsPerItem), ids: some } } }]);
  }
  try {
    await transact(table, [insertion(runItem(run))]);
    return run;
  } catch (error) {
    const found = error instanceof ConditionFailed ? await findBulkRun(table, run.id) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

export const findBulkRun = (table: Table, id: string) => getRecord<BulkRun>(table, bulkRunKey(id));

export const bulkRuns = addressedRecord({
  of: bulkRun,
  find: findBulkRun,
  isWithin: ({ billing_npis }, limit) => isWithin(billing_npis, limit),
});

/** Counts a background run before its work. Returns undefined for an unknown or finished bulk run. */
export async function takeBulkRun(table: Table, id: string): Promise<BulkRun | undefined> {
  const taken = betweenTransactions(() =>
    updateItem(table, bulkRunKey(id), {
      UpdateExpression: 'ADD lost :one',
      ConditionExpression: '#state IN (:selecting, :running)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':one': 1, ':selecting': 'selecting', ':running': 'running' },
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { Attributes } = (await isWritten(taken)) ? await taken : {};
  return Attributes && recordOf<BulkRun>(Attributes);
}

/** Ends the count of {@link takeBulkRun}: the background run has an answer, and another one continues. */
export async function answerBulkRun(table: Table, id: string): Promise<void> {
  await betweenTransactions(() => updateItem(table, bulkRunKey(id), { UpdateExpression: 'REMOVE lost' }));
}

/** Moves a run on condition that it is where it was read, and stores its selection and results. */
export function bulkProgressActions({
  before,
  after,
  selected = [],
  results = [],
}: Omit<BulkProgressWrite, 'kind'>): TransactAction[] {
  return [
    {
      Put: {
        Item: runItem(after),
        ConditionExpression:
          '#state = :state AND #position = :position AND selected = :selected AND updated_at = :at',
        ExpressionAttributeNames: { '#state': 'state', '#position': 'position' },
        ExpressionAttributeValues: {
          ':state': before.state,
          ':position': before.position,
          ':selected': before.selected,
          ':at': before.updated_at,
        },
      },
    },
    ...(selected.length > 0
      ? [{ Put: { Item: { ...bulkIdsKey(after.id, before.selected), ids: selected } } }]
      : []),
    ...(results.length > 0
      ? [
          {
            Put: {
              Item: { ...bulkResultsKey(after.id, before.position), position: before.position, results },
            },
          },
        ]
      : []),
  ];
}

/** Returns up to `count` selected claims from a position on, in their order. */
export async function readSelectedIds(
  table: Table,
  id: string,
  position: number,
  count: number,
): Promise<readonly string[]> {
  const range = inRange(bulkIdsOf(id), { to: bulkPosition(position) });
  const { Items = [] } = await queryOnce(table, { ...range, ScanIndexForward: false, Limit: 1 });
  const [item] = Items;
  if (item === undefined) return [];
  const first = Number(String(item['sk']).slice(bulkIdsOf(id).prefix.length));
  return (item['ids'] as readonly string[]).slice(position - first, position - first + count);
}

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
