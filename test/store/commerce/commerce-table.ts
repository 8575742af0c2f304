import type { Table } from '#store/dynamodb/table.ts';
import type { DynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newTable } from '../dynamodb/new-table.ts';

/** A new empty table, with the keys and indexes that the templates give it. */
export const newCommerceTable = (
  engine: DynamoEngine,
  name = `Commerce-${crypto.randomUUID()}`,
): Promise<Table> =>
  newTable(engine, name, {
    attributes: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'],
    indexes: { gsi1: ['gsi1pk', 'gsi1sk'], gsi2: ['gsi2pk', 'gsi2sk'] },
    projection: 'ALL',
  });
