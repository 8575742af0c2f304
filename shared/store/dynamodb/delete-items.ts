import { maxBatchItems, writeBatch } from './batch-writes.ts';
import { type ItemKey, nameOfKey } from './items.ts';
import type { Table } from './table.ts';

/** Batches that are written at the same time. */
const batchesAtOnce = 4;

/** Deletes items without a condition. Items that do not exist are no fault. */
export async function deleteItems(table: Table, keys: readonly ItemKey[]): Promise<void> {
  // DynamoDB refuses a batch with a key that occurs twice.
  const unique = [...new Map(keys.map((key) => [nameOfKey(key), key])).values()];
  const batches = Array.from({ length: Math.ceil(unique.length / maxBatchItems) }, (_, n) =>
    unique.slice(n * maxBatchItems, (n + 1) * maxBatchItems),
  ).values();
  const writer = async () => {
    for (const batch of batches) {
      await writeBatch(
        table,
        batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
      );
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, writer));
}
