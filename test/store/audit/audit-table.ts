import { auditIndexes, auditIndexKeys } from '#contract/claims/audit/indexes.ts';
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
