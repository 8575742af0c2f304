import { createHash } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type OutgoingEvent, type RecordedEvent, recordedEvent } from '#contract/commerce/events.ts';
import type { OutboxMessage, WorkMessage } from '#contract/commerce/work.ts';
import { openWorkQueue } from '../../adapters/work-queue.ts';
import { type Item, type ItemKey, insertion, type KeyPrefix } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { send, type Table, type TransactAction } from '../../dynamodb/table.ts';
import { encodedText } from '../../records/key-pattern.ts';

/** Far below the 20 kB of a webhook, so that 100 events fit an item of 400 kB. */
const maxDataLength = 3000;

/**
 * The events of a brand as they are recorded: each with its id and time.
 *
 * @throws RangeError for data that is more than ids and facts
 */
export const recordEvents = (
  brand_id: string,
  events: readonly OutgoingEvent[],
  { now, newId }: { readonly now: Date; newId(): string },
): readonly RecordedEvent[] =>
  events.map(({ type, data }) => {
    if (JSON.stringify(data).length > maxDataLength) throw new RangeError(`The data of ${type} is too long`);
    return { id: newId(), brand_id, type, created_at: now.toISOString(), data };
  });

/** Shards keep a partition far below its 1,000 writes a second. Changing the numbers strands stored items. */
export const outboxShards = 8;
const workShards = 8;

/** The last byte of an id of version 7 is random. */
export const outboxShardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % outboxShards;
const outboxKey = (id: string): ItemKey => ({ pk: outboxOf(outboxShardOf(id)).pk, sk: id });
export const outboxOf = (shard: number): KeyPrefix => ({ pk: `OUTBOX#${shard}`, prefix: '' });

export const workKey = (kind: string, key: string): ItemKey => ({
  pk: `WORK#${kind}#${encodedText(key)}`,
  sk: 'WORK',
});

/** The partitions of index gsi2 that hold the work in the order of time. */
export const duePartitions: readonly string[] = Array.from({ length: workShards }, (_, n) => `WORK#${n}`);
export const duePartitionOf = (kind: string, key: string): string => {
  const [byte = 0] = createHash('sha256').update(`${kind}#${key}`).digest();
  return `WORK#${byte % workShards}`;
};

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

/** Maximum delay of a message in SQS. Later work is found by the schedule. */
const maxDelaySeconds = 900;

/** Wakes the worker of this work at its time, if that is within 15 minutes. The schedule finds work of lost messages. */
export async function wakeForWork({ kind, key }: WorkMessage, due: Date, now: Date): Promise<void> {
  const seconds = Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));
  if (seconds > maxDelaySeconds) return;
  await workQueue().add({ kind, key } satisfies WorkMessage, seconds);
}

/** Wakes the worker that passes the events of a shard to their consumers. */
export const wakeForOutbox = (shard: number): Promise<void> =>
  workQueue().add({ shard } satisfies OutboxMessage);

function workQueue() {
  const url = process.env['WORK_QUEUE'];
  if (!url) throw new Error('This function does not declare that it wakes workers');
  return openWorkQueue(url);
}
