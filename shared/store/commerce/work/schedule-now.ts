import { updateItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { type DueWork, scheduleWork } from './work-items.ts';
import { workKey } from './work-keys.ts';

/** Schedules work outside a transaction, with the permission to update work only. */
export async function scheduleNow(table: Table, work: DueWork): Promise<void> {
  const action = scheduleWork(work);
  if (!('Update' in action)) throw new Error('Work is scheduled by an update');
  const { Key: _, ...update } = action.Update;
  await updateItem(table, workKey(work.kind, work.key), update);
}
