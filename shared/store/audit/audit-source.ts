import { readEntry, unknownMembers } from '#audit/entries/entry.ts';
import type { StoredRow } from '#audit/verification/chain-walk.ts';
import type { ChainSource } from '#audit/verification/verify-chain.ts';
import { type Item, queryAll } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { blockOf, blockPartition, entrySortKey, firstIdOf, idOfKey, storedHead } from './audit-keys.ts';
import { runEndOf } from './audit-runs-index.ts';
import { unpackFollowing } from './entry-packs.ts';
import { itemAt } from './stored-entries.ts';

/** Blocks that are read at a time. */
const blocksAtOnce = 8;

/** Reads a chain for verification: every row of its blocks, valid or not. */
export function chainSource(audit: Table, chain: string): ChainSource {
  /** The rows of a block between two ids; of a block that lies between them, also rows that are not entries. */
  const readBlock = async (block: number, from: number, to: number): Promise<readonly StoredRow[]> => {
    const isWhole = from <= Math.max(1, firstIdOf(block));
    // The item with entry `from` may begin before it.
    const begin = isWhole ? undefined : idOfKey(chain, (await itemAt(audit, chain, from)) ?? {});
    const low = isWhole ? undefined : entrySortKey(begin ?? from);
    const high = to >= firstIdOf(block + 1) - 1 ? undefined : entrySortKey(to);
    const rows: StoredRow[] = [];
    const pages = queryAll(audit, {
      KeyConditionExpression: `pk = :pk${rangeOf(low, high)}`,
      ExpressionAttributeValues: {
        ':pk': blockPartition(chain, block),
        ...(low !== undefined && { ':low': low }),
        ...(high !== undefined && { ':high': high }),
      },
    });
    for await (const items of pages) rows.push(...items.flatMap((item) => rowsOf(chain, item)));
    return rows.filter(({ id }) => id === undefined || (id >= from && id <= to));
  };

  async function* readBlocks(from: number, to: number): AsyncGenerator<readonly StoredRow[]> {
    const running: Promise<readonly StoredRow[]>[] = [];
    let next = blockOf(from);
    try {
      while (running.length > 0 || next <= blockOf(to)) {
        while (running.length < blocksAtOnce && next <= blockOf(to))
          running.push(readBlock(next++, from, to));
        yield (await running.shift()) ?? [];
      }
    } finally {
      await Promise.allSettled(running);
    }
  }

  return {
    head: () => storedHead(audit, chain),

    async *rows(from, to) {
      if (from <= to) yield* readBlocks(Math.max(0, from), to);
    },

    async rowAfter(id) {
      const head = await storedHead(audit, chain);
      // Beyond the head, the next append would find the row.
      const last = firstIdOf(blockOf(Math.max(id, head?.sequence ?? 0)) + 2) - 1;
      for await (const rows of readBlocks(id + 1, last)) {
        if (rows[0]) return rows[0];
      }
      return undefined;
    },
  };
}

function rangeOf(low: string | undefined, high: string | undefined): string {
  if (low === undefined) return high === undefined ? '' : ' AND sk <= :high';
  return high === undefined ? ' AND sk >= :low' : ' AND sk BETWEEN :low AND :high';
}

/**
 * The rows of an item, one for each entry (entry-packs.ts), without its key, the marks of its run (audit-runs-index.ts) and the token of
 * its transaction (audit-chain.ts).
 */
function rowsOf(chain: string, item: Item): readonly StoredRow[] {
  const id = idOfKey(chain, item);
  const { pk, sk, transaction, following, run_end, run_actor, run_event_type, run_entity_type, ...record } =
    item;
  const marks = { run_end, run_actor, run_event_type, run_entity_type };
  const entry = readEntry(record);
  const runEnd = entry === undefined ? undefined : runEndOf(entry, marks);
  const others = entry === undefined || following === undefined ? [] : unpackFollowing(entry, following);
  const unknown = {
    ...record,
    ...(transaction !== undefined && !isMark(transaction) && { transaction }),
    ...(runEnd === undefined && marks),
    ...(others === undefined && { following }),
  };
  const first = { id, entry, unknown: unknownMembers(unknown), ...(runEnd !== undefined && { runEnd }) };
  return [first, ...(others ?? []).map((other) => ({ id: other.id, entry: other, runEnd: null }))];
}

const isMark = (value: unknown): boolean => typeof value === 'string' && uuid.test(value);

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
