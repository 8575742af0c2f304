import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type RecordedEvent, recordedEvent } from '#contract/commerce/events.ts';
import { type Item, insertion } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { send, type Table, type TransactAction } from '../../dynamodb/table.ts';
import { outboxKey, outboxOf } from './work-keys.ts';

/** The events of one operation, from its transaction until every consumer has them. */
export interface OutboxEntry {
  readonly id: string;
  readonly events: readonly RecordedEvent[];
}

/** JSON text, because DynamoDB refuses numbers that JSON has, such as prices of 5e-324. */
const outboxItem = z.object({ sk: z.string(), events: z.string() });

function entryFrom(item: Item): OutboxEntry {
  const { sk, events } = outboxItem.parse(item);
  return { id: sk, events: z.array(recordedEvent).parse(JSON.parse(events)) };
}

/**
 * The action that records the events of one operation. It is one action for any number of events, so that a transaction
 * needs to keep only one of its 100 free.
 */
export const outboxAction = ({ id, events }: OutboxEntry): TransactAction =>
  insertion({ ...outboxKey(id), events: JSON.stringify(events) });

/** Entries of a shard, oldest first, strongly consistent: an entry is visible once its operation is committed. */
export async function* outboxEntries(table: Table, shard: number): AsyncGenerator<OutboxEntry> {
  for await (const item of queryItems(table, outboxOf(shard), { pageSize })) {
    yield entryFrom(item);
  }
}

const pageSize = 50;

/** The oldest entry of a shard; undefined for an empty shard. */
export async function oldestEntry(table: Table, shard: number): Promise<OutboxEntry | undefined> {
  for await (const item of queryItems(table, outboxOf(shard), { pageSize: 1 })) {
    return entryFrom(item);
  }
  return undefined;
}

/** Removes an entry after every consumer has its events. Idempotent. */
export async function removeEntry(table: Table, id: string): Promise<void> {
  await send(table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...outboxKey(id) } })));
}
