import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SeenFile } from '#claims/submissions/collect-responses.ts';
import { getItem, recordOf } from '../../dynamodb/items.ts';
import { send, type Table } from '../../dynamodb/table.ts';
import { seenKey } from '../claims-keys.ts';

/** What is remembered of a file of a source; forgotten after a year. */
export async function seenFile(table: Table, source: string, name: string): Promise<SeenFile | undefined> {
  const item = await getItem(table, seenKey(source, name));
  return item && recordOf<SeenFile>(item);
}

export async function rememberFile(
  table: Table,
  source: string,
  name: string,
  file: SeenFile,
): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
  await send(
    table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...seenKey(source, name), ...file, expires_at } }),
    ),
  );
}
