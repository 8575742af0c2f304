import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PickupRecord } from '#claims/submissions/visit/collect-responses.ts';
import { getItem, recordOf } from '../../dynamodb/items.ts';
import { send, type Table } from '../../dynamodb/table.ts';
import { handledFileKey } from '../keys/file-keys.ts';

/** The record of a file that was picked up or answered; it expires after a year. */
export async function findHandledFile(
  table: Table,
  source: string,
  name: string,
): Promise<PickupRecord | undefined> {
  const item = await getItem(table, handledFileKey(source, name));
  return item && recordOf<PickupRecord>(item);
}

export async function recordHandledFile(
  table: Table,
  source: string,
  name: string,
  file: PickupRecord,
): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
  await send(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...handledFileKey(source, name), ...file, expires_at },
      }),
    ),
  );
}
