import { getItem, updateItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { claimMonthsKey } from '../keys/claim-keys.ts';
import { monthOf } from '../keys/key-parts.ts';

/** Months that this process has recorded, by table. */
const recorded = new Set<string>();

/** Records that claims were received in a month, before the first of them is stored: lists read these months. Idempotent. */
export async function recordClaimMonth(table: Table, receivedAt: string): Promise<void> {
  const month = monthOf(receivedAt);
  const name = `${table.name} ${month}`;
  if (recorded.has(name)) return;
  await updateItem(table, claimMonthsKey, {
    UpdateExpression: 'ADD months :month',
    ExpressionAttributeValues: { ':month': new Set([month]) },
  });
  recorded.add(name);
}

export async function readClaimMonths(table: Table): Promise<readonly string[]> {
  const item = await getItem(table, claimMonthsKey);
  const months = item?.['months'];
  return months instanceof Set ? [...months].map(String).sort().reverse() : [];
}
