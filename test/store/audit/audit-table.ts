import { auditIndexes } from '#contract/claims/audit/indexes.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { DynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newTable } from '../dynamodb/new-table.ts';

/** A new empty audit table, with the keys and indexes that the templates give it. */
export const newAuditTable = (engine: DynamoEngine): Promise<Table> =>
  newTable(engine, `Audit-${crypto.randomUUID()}`, {
    attributes: ['pk', 'sk', ...Object.keys(auditIndexes)],
    indexes: Object.fromEntries(Object.entries(auditIndexes).map(([field, name]) => [name, [field, 'sk']])),
    projection: 'KEYS_ONLY',
  });
