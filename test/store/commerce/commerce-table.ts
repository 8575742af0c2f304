import type { Table } from '#store/dynamodb/table.ts';
import type { DynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newTable } from '../dynamodb/new-table.ts';

/** A new empty table, with the keys and indexes that the templates give it. */
export const newCommerceTable = (
  engine: DynamoEngine,
  name = `Commerce-${crypto.randomUUID()}`,
): Promise<Table> => tableWith(engine, name, ['gsi1', 'gsi2']);

/** The same for claims. */
export const newClaimsTable = (
  engine: DynamoEngine,
  name = `Claims-${crypto.randomUUID()}`,
): Promise<Table> => tableWith(engine, name, ['gsi1', 'gsi2', 'gsi3']);

const tableWith = (engine: DynamoEngine, name: string, indexes: readonly string[]) =>
  newTable(engine, name, {
    attributes: ['', ...indexes].flatMap((index) => [`${index}pk`, `${index}sk`]),
    indexes: Object.fromEntries(indexes.map((index) => [index, [`${index}pk`, `${index}sk`]])),
    projection: 'ALL',
  });
