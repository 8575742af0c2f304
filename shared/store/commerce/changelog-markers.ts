import { isWritten } from '#persistence/conflict.ts';
import { getItem, updateItem } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { changelogMarkerKey } from './inboxes/inbox-keys.ts';

/** Id of the newest entry of the changelog that the person has read; null before the first. */
export async function readChangelogMarker(table: Table, subject: string): Promise<string | null> {
  const marker = (await getItem(table, changelogMarkerKey(subject)))?.['last_read_id'];
  return typeof marker === 'string' ? marker : null;
}

/** Moves the marker forward, never back, and returns it. */
export async function raiseChangelogMarker(table: Table, subject: string, id: string): Promise<string> {
  const update = updateItem(table, changelogMarkerKey(subject), {
    UpdateExpression: 'SET last_read_id = :id',
    ConditionExpression: 'attribute_not_exists(last_read_id) OR last_read_id < :id',
    ExpressionAttributeValues: { ':id': id },
  });
  if (await isWritten(update)) return id;
  return (await readChangelogMarker(table, subject)) ?? id;
}
