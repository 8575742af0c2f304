import type { Visit } from '#claims/submissions/passed-over.ts';
import { getItem, itemOf, recordOf } from '../../dynamodb/items.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { visitKey } from '../claims-keys.ts';

/** The last visit at the clearinghouse's server; undefined before the first one. */
export async function lastVisit(table: Table): Promise<Visit | undefined> {
  const item = await getItem(table, visitKey);
  return item && recordOf<Visit>(item);
}

export const rememberVisit = (table: Table, visit: Visit): Promise<void> =>
  transact(table, [{ Put: { Item: itemOf({ ...visitKey }, visit) } }]);
