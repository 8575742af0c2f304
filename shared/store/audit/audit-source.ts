import { GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { readEntry, unknownMembers } from '#audit/entries/entry.ts';
import type { StoredRow } from '#audit/verification/chain-walk.ts';
import type { ChainSource } from '#audit/verification/verify-chain.ts';
import { send, type Table } from '../dynamodb/table.ts';
import { chainKey, entrySortKey, headKey, headSortKey, idOfSortKey } from './audit-keys.ts';

/** Reads a chain for verification: every row of its partition, valid or not. */
export function chainSource(audit: Table, chain: string): ChainSource {
  const pk = chainKey(chain);
  const query = (input: Omit<QueryCommandInput, 'TableName' | 'ConsistentRead'>) =>
    send(audit.client.send(new QueryCommand({ TableName: audit.name, ConsistentRead: true, ...input })));

  return {
    head: () => storedHead(audit, chain),

    async *rows(from, to) {
      // DynamoDB refuses a range whose ends are the wrong way round.
      if (from > to) return;
      // From the first entry on, the range includes rows before it, which are not entries.
      const range: QueryCommandInput['ExpressionAttributeValues'] =
        from > 1 ? { ':from': entrySortKey(from), ':to': entrySortKey(to) } : { ':to': entrySortKey(to) };
      let start: QueryCommandInput['ExclusiveStartKey'];
      do {
        const { Items = [], LastEvaluatedKey } = await query({
          KeyConditionExpression: `pk = :pk AND ${from > 1 ? 'sk BETWEEN :from AND :to' : 'sk <= :to'}`,
          ExpressionAttributeValues: { ':pk': pk, ...range },
          ExclusiveStartKey: start,
        });
        yield Items.map(asRow);
        start = LastEvaluatedKey;
      } while (start);
    },

    async rowAfter(id) {
      const { Items = [] } = await query({
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': pk, ':after': entrySortKey(id) },
        Limit: 2,
      });
      const row = Items.find(({ sk }) => sk !== headSortKey);
      return row && asRow(row);
    },
  };
}

const headItem = z.object({ sequence: z.int().nonnegative(), hash: z.string(), created_at: z.string() });

/** The head, strongly consistent: the empty head of an empty chain; undefined when the stored head is not readable. */
export async function storedHead(audit: Table, chain: string): Promise<ChainHead | undefined> {
  const { Item } = await send(
    audit.client.send(new GetCommand({ TableName: audit.name, Key: headKey(chain), ConsistentRead: true })),
  );
  return Item ? headItem.safeParse(Item).data : emptyHead;
}

/** A row without its key and the token of its transaction (audit-chain.ts). */
function asRow({ pk, sk, transaction, ...record }: Record<string, unknown>): StoredRow {
  const marked = transaction === undefined || isMark(transaction) ? record : { ...record, transaction };
  return { id: idOfSortKey(sk), entry: readEntry(record), unknown: unknownMembers(marked) };
}

const isMark = (value: unknown): boolean => typeof value === 'string' && uuid.test(value);

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
