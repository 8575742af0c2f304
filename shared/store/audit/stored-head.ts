import * as z from 'zod';
import type { Lease } from '#audit/append/head-lease.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { getItem, type Item } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { headKey } from './audit-keys.ts';

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
