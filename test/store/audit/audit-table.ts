import type { ChainAppender } from '#audit/append/appender.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import { auditIndexes, auditIndexKeys } from '#claims/audit/index-fields.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { DynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newTable } from '../dynamodb/new-table.ts';

/** A new empty audit table, with the keys and indexes that the templates give it. */
export const newAuditTable = (engine: DynamoEngine): Promise<Table> =>
  newTable(engine, `Audit-${crypto.randomUUID()}`, {
    attributes: [...new Set(['pk', 'sk', ...Object.values(auditIndexKeys).flat()])],
    indexes: Object.fromEntries(
      Object.entries(auditIndexKeys).map(([field, keys]) => [
        auditIndexes[field as keyof typeof auditIndexes],
        keys,
      ]),
    ),
    projection: 'KEYS_ONLY',
  });

interface AppendGroup<Action> {
  readonly entries: readonly EntryDraft[];
  readonly actions: readonly Action[];
}

/** Appends many groups in order. Each group has its own outcome. */
export const appendAll = <Action>(appender: ChainAppender<Action>, groups: readonly AppendGroup<Action>[]) =>
  Promise.allSettled(groups.map(({ entries, actions }) => appender.append(entries, actions)));
