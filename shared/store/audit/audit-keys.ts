import * as z from 'zod';
import type { Lease } from '#audit/append/head-lease.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { getItem, type Item } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';

/**
 * Keys of the audit table.
 *
 * | item | pk | sk |
 * |---|---|---|
 * | entry | `CHAIN#<chain>#<block>` | its id, 16 digits with leading zeros |
 * | head | `CHAIN#<chain>` | `HEAD` |
 *
 * The claims table has one item of a chain, the {@link leaseKey lease} of its head.
 *
 * A block has 128 consecutive ids, so that no partition gets more than 256 of the 1,000 write units that DynamoDB allows it in a
 * second. shared/claims/audit/index-fields.ts has the keys of the indexes.
 */
export const headKey = (chain: string) => ({ pk: `CHAIN#${chain}`, sk: headSortKey });

const headSortKey = 'HEAD';

export const leaseKey = (chain: string) => ({ pk: `CHAIN#${chain}`, sk: 'LEASE' });

/** Ids of a block. The first block has one less, because ids begin at 1. */
export const blockSize = 128;

export const blockOf = (id: number): number => Math.floor(id / blockSize);

export const firstIdOf = (block: number): number => block * blockSize;

export const blockPartition = (chain: string, block: number): string => `CHAIN#${chain}#${block}`;

export const entryKey = (chain: string, id: number) => ({
  pk: blockPartition(chain, blockOf(id)),
  sk: entrySortKey(id),
});

/** 2^53 - 1 has 16 digits. */
export const entrySortKey = (id: number): string => String(id).padStart(16, '0');

/** The id in a key of the chain; undefined if the key is not that of an entry. */
export function idOfKey(chain: string, { pk, sk }: Readonly<Record<string, unknown>>): number | undefined {
  if (typeof sk !== 'string' || !/^\d{16}$/.test(sk)) return undefined;
  const id = Number(sk);
  return pk === blockPartition(chain, blockOf(id)) ? id : undefined;
}

const headItem = z.object({ sequence: z.int().nonnegative(), hash: z.string(), created_at: z.string() });

/** The head, strongly consistent: the empty head of an empty chain; undefined when the stored head is not readable. */
export async function storedHead(audit: Table, chain: string): Promise<ChainHead | undefined> {
  const item = await getItem(audit, headKey(chain));
  return item ? headOf(item) : emptyHead;
}

/** The head of an item; undefined when it is not readable. */
export const headOf = (item: Item): ChainHead | undefined => headItem.safeParse(item).data;

const lease = z.object({ id: z.string(), left: z.number(), isFree: z.boolean() });

/** The lease of an item; undefined when it is not readable, which counts as none. */
export const leaseOf = (item: Item): Lease | undefined => lease.safeParse(item).data;
