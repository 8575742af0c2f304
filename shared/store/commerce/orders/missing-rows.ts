import type { Order } from '#contract/commerce/orders.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItems, nameOfKey, putItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { orderRowKey, orderStopRowKey } from './order-record-keys.ts';
import { orderRows } from './order-rows.ts';

/**
 * Stores the rows that these orders are found by, where they are missing: orders of earlier versions have none. A row that a
 * change of its order stores meanwhile stays.
 *
 * @returns the number of stored rows
 */
export async function storeMissingRows(table: Table, orders: readonly Order[]): Promise<number> {
  const keys = orders.flatMap(({ brand_id, id, stop_id }) => [
    orderRowKey(brand_id, id),
    ...(stop_id === undefined ? [] : [orderStopRowKey(brand_id, id)]),
  ]);
  const existing = new Set((await getItems(table, keys, ['pk', 'sk'])).map(nameOfKey));
  const missing = orders
    .flatMap((order) => orderRows(undefined, order))
    .filter((row) => !existing.has(nameOfKey(row)));
  let stored = 0;
  for (const Item of missing) {
    const put = putItem(table, { Item, ConditionExpression: 'attribute_not_exists(pk)' });
    if (await isWritten(put)) stored += 1;
  }
  return stored;
}
