import { firstState, type IndexState } from '#claims/search/index-earlier-claims.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getRecord, insertion, putItem } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { readClaimMonths } from '../claims/claim-months.ts';
import { indexStateKey } from '../keys/search-keys.ts';

export const readIndexState = (table: Table) => getRecord<IndexState>(table, indexStateKey);

export const writeIndexState = (table: Table, state: IndexState) =>
  putItem(table, { Item: { ...indexStateKey, ...state } });

/** Begins to index the claims of earlier releases. Idempotent. */
export async function beginIndexing(table: Table, now: Date): Promise<void> {
  const months = await readClaimMonths(table);
  await isWritten(transact(table, [insertion({ ...indexStateKey, ...firstState(now, months.length > 0) })]));
}

/** Tables that this process has seen completely indexed. */
const complete = new Set<string>();

/** Whether the index has all claims. */
export async function isIndexComplete(table: Table): Promise<boolean> {
  if (complete.has(table.name)) return true;
  const isComplete = (await readIndexState(table))?.phase === 'complete';
  if (isComplete) complete.add(table.name);
  return isComplete;
}
