import * as z from 'zod';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { readEntry, unknownMembers } from '#audit/entries/entry.ts';
import type { StoredRow } from '#audit/verification/chain-walk.ts';
import type { ChainSource } from '#audit/verification/verify-chain.ts';
import { getItem, queryAll } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { chainKey, entrySortKey, headKey, headSortKey, idOfSortKey } from './audit-keys.ts';

/** Reads a chain for verification: every row of its partition, valid or not. */
export function chainSource(audit: Table, chain: string): ChainSource {
  const pk = chainKey(chain);

  return {
    head: () => storedHead(audit, chain),

    async *rows(from, to) {
      // DynamoDB refuses a range whose ends are the wrong way round.
      if (from > to) return;
      // From the first entry on, the range includes rows before it, which are not entries.
      const isWithinEntries = from > 1;
      const pages = queryAll(audit, {
        KeyConditionExpression: `pk = :pk AND ${isWithinEntries ? 'sk BETWEEN :from AND :to' : 'sk <= :to'}`,
        ExpressionAttributeValues: {
          ':pk': pk,
          ...(isWithinEntries && { ':from': entrySortKey(from) }),
          ':to': entrySortKey(to),
        },
      });
      for await (const items of pages) yield items.map(asRow);
    },

    async rowAfter(id) {
      const pages = queryAll(audit, {
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': pk, ':after': entrySortKey(id) },
        Limit: 2,
      });
      for await (const items of pages) {
        const row = items.find(({ sk }) => sk !== headSortKey);
        if (row) return asRow(row);
      }
      return undefined;
    },
  };
}

const headItem = z.object({ sequence: z.int().nonnegative(), hash: z.string(), created_at: z.string() });

/** The head, strongly consistent: the empty head of an empty chain; undefined when the stored head is not readable. */
export async function storedHead(audit: Table, chain: string): Promise<ChainHead | undefined> {
  const item = await getItem(audit, headKey(chain));
  return item ? headItem.safeParse(item).data : emptyHead;
}

/** A row without its key and the token of its transaction (audit-chain.ts). */
function asRow({ pk, sk, transaction, ...record }: Record<string, unknown>): StoredRow {
  const marked = transaction === undefined || isMark(transaction) ? record : { ...record, transaction };
  return { id: idOfSortKey(sk), entry: readEntry(record), unknown: unknownMembers(marked) };
}

const isMark = (value: unknown): boolean => typeof value === 'string' && uuid.test(value);

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
