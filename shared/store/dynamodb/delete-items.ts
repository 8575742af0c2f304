import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { type ItemKey, nameOfKey } from './items.ts';
import { send, type Table } from './table.ts';

/** DynamoDB's limit for one BatchWriteItem. */
const maxBatchItems = 25;

/** Batches that are written at the same time. */
const batchesAtOnce = 4;

const maxAttempts = 10;

/** Deletes items without a condition. Items that do not exist are no fault. */
export async function deleteItems(table: Table, keys: readonly ItemKey[]): Promise<void> {
  // DynamoDB refuses a batch with a key that occurs twice.
  const unique = [...new Map(keys.map((key) => [nameOfKey(key), key])).values()];
  const batches = Array.from({ length: Math.ceil(unique.length / maxBatchItems) }, (_, n) =>
    unique.slice(n * maxBatchItems, (n + 1) * maxBatchItems),
  ).values();
  const writer = async () => {
    for (const batch of batches) await deleteBatch(table, batch);
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, writer));
}

async function deleteBatch(table: Table, keys: readonly ItemKey[]): Promise<void> {
  let waiting = keys;
  for (let attempt = 0; waiting.length > 0; attempt++) {
    if (attempt === maxAttempts) throw new StoreRejection('The data store is throttling requests', undefined);
    if (attempt > 0) await pause(Math.random() * Math.min(2000, 20 * 2 ** attempt));
    const requests = waiting.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    const { UnprocessedItems } = await send(
      table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } })),
    );
    const left = new Set(
      (UnprocessedItems?.[table.name] ?? []).map(({ DeleteRequest }) => nameOfKey(DeleteRequest?.Key ?? {})),
    );
    waiting = waiting.filter((key) => left.has(nameOfKey(key)));
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
