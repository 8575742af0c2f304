import type { BulkProgressWrite, BulkRun } from '#claims/bulk/bulk-run.ts';
import { chunksOf } from '#claims/chunks.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import {
  getRecord,
  inRange,
  insertion,
  itemOf,
  queryOnce,
  recordOf,
  updateItem,
} from '../../dynamodb/items.ts';
import { betweenTransactions, type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import {
  bulkIdsKey,
  bulkIdsOf,
  bulkPosition,
  bulkResultsKey,
  bulkRunKey,
  bulkRunKeys,
} from '../keys/bulk-keys.ts';

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
