import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { entryKey, headKey } from '#store/audit/audit-keys.ts';
import type { Table } from '#store/dynamodb/table.ts';

type Item = Record<string, unknown>;

/**
 * Changes a row of the chain without the service, or deletes it where the change returns undefined.
 *
 * @returns a function that restores the row
 */
export async function tamperWith(
  table: Table,
  row: number | 'HEAD',
  change: (item: Item) => Item | undefined,
): Promise<() => Promise<void>> {
  const Key = row === 'HEAD' ? headKey('main') : entryKey('main', row);
  const { Item = {} } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
  const changed = change(Item);
  const put = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: item }));
  if (changed) await put(changed);
  else await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  return async () => {
    await put(Item);
  };
}
