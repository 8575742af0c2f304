import type { PickupRecord } from '#claims/submissions/visit/collect-responses.ts';
import { getRecord, putItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { handledFileKey } from '../keys/file-keys.ts';

/** The record of a file that was picked up, or that the test payer has responded to; it expires after a year. */
export const findHandledFile = (table: Table, source: string, name: string) =>
  getRecord<PickupRecord>(table, handledFileKey(source, name));

export function recordHandledFile(
  table: Table,
  source: string,
  name: string,
  file: PickupRecord,
): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
  return putItem(table, { Item: { ...handledFileKey(source, name), ...file, expires_at } });
}
