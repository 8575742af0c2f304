import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '#store/table.ts';
import type { DynamoEngine } from './dynamo-engine.ts';

/** A new empty table, with the keys and indexes that the templates give it. */
export async function newCommerceTable(
  engine: DynamoEngine,
  name = `Commerce-${crypto.randomUUID()}`,
): Promise<Table> {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.endpoint;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  const table = openTable(name);
  const names = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'];
  await table.client.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema('pk', 'sk'),
      GlobalSecondaryIndexes: ['gsi1', 'gsi2'].map((IndexName) => ({
        IndexName,
        KeySchema: keySchema(`${IndexName}pk`, `${IndexName}sk`),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  );
  return table;
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
