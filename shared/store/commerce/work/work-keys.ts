import { createHash } from 'node:crypto';
import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { encodedText } from '../../records/key-pattern.ts';

/** Shards keep a partition far below its 1,000 writes a second. Changing the numbers strands stored items. */
export const outboxShards = 8;
const workShards = 8;

/** The last byte of an id of version 7 is random. */
export const outboxShardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % outboxShards;
export const outboxKey = (id: string): ItemKey => ({ pk: outboxOf(outboxShardOf(id)).pk, sk: id });
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
