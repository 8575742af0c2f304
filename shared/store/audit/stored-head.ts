import * as z from 'zod';
import type { Reservation, SeenHead } from '#audit/append/turn.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { getItem, type Item } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { headKey } from './audit-keys.ts';

const headItem = z.object({ sequence: z.int().nonnegative(), hash: z.string(), created_at: z.string() });

/** The head, strongly consistent: the empty head of an empty chain; undefined when the stored head is not readable. */
export async function storedHead(audit: Table, chain: string): Promise<ChainHead | undefined> {
  const item = await getItem(audit, headKey(chain));
  return item ? headItem.safeParse(item).data : emptyHead;
}

/** Advice of a writer. A value that is not readable counts as none. */
const turn = z.object({ writer: z.string(), left: z.number() }).optional().catch(undefined);

const seenHeadItem = headItem.extend({ turn });

/** The head of an item with the advice of its writer; undefined when the head is not readable. */
export const seenHead = (item: Item): SeenHead | undefined => seenHeadItem.safeParse(item).data;

const reservation = z.object({
  writer: z.string(),
  patient: z.boolean(),
  sequence: z.int(),
  left: z.number(),
  id: z.string(),
});

/** The reservation of an item; undefined when it is not readable. */
export const reservationIn = (item: Item): Reservation | undefined => reservation.safeParse(item).data;
