import type { ServerVisit } from '#claims/submissions/visit/visit.ts';
import { getItem, itemOf, recordOf } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { lastVisitKey } from '../keys/submission-keys.ts';

/** The last visit at the clearinghouse's server; undefined before the first one. */
export async function lastVisit(table: Table): Promise<ServerVisit | undefined> {
  const item = await getItem(table, lastVisitKey);
  return item && recordOf<ServerVisit>(item);
}

export const saveVisit = (table: Table, visit: ServerVisit): Promise<void> =>
  transact(table, [{ Put: { Item: itemOf({ ...lastVisitKey }, visit) } }]);
