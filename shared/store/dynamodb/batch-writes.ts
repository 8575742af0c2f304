import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { type Item, type ItemKey, nameOfKey } from './items.ts';
import { send, type Table } from './table.ts';

/** DynamoDB's limit for one BatchWriteItem. */
export const maxBatchItems = 25;

const maxAttempts = 10;

type BatchWrite =
  | { readonly PutRequest: { readonly Item: Item } }
  | { readonly DeleteRequest: { readonly Key: ItemKey } };

/** Writes up to {@link maxBatchItems} different items without a condition. */
export async function writeBatch(table: Table, writes: readonly BatchWrite[]): Promise<void> {
  let waiting = new Map(
    writes.map((write) => [
      nameOfKey('PutRequest' in write ? write.PutRequest.Item : write.DeleteRequest.Key),
      write,
    ]),
  );
  for (let attempt = 0; waiting.size > 0; attempt++) {
    if (attempt === maxAttempts) throw new StoreRejection('The data store is throttling requests', undefined);
    if (attempt > 0) await pause(Math.random() * Math.min(2000, 20 * 2 ** attempt));
    const { UnprocessedItems } = await send(
      table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: [...waiting.values()] } })),
    );
    const left = new Set(
      (UnprocessedItems?.[table.name] ?? []).map(({ PutRequest, DeleteRequest }) =>
        nameOfKey(PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
      ),
    );
    waiting = new Map([...waiting].filter(([name]) => left.has(name)));
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
