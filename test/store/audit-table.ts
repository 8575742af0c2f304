import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { auditIndexes } from '#contract/claims/audit-indexes.ts';
import { openTable, type Table } from '#store/table.ts';
import type { DynamoEngine } from './dynamo-engine.ts';

/** Points every client that is made from now on to the engine. */
export function useEngine({ endpoint }: DynamoEngine): void {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
}

/** A new empty audit table, with the keys and indexes that the templates give it. */
export async function newAuditTable(engine: DynamoEngine): Promise<Table> {
  useEngine(engine);
  const table = openTable(`Audit-${crypto.randomUUID()}`);
  await table.client.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', ...Object.keys(auditIndexes)].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: keySchema('pk', 'sk'),
      GlobalSecondaryIndexes: Object.entries(auditIndexes).map(([field, IndexName]) => ({
        IndexName,
        KeySchema: keySchema(field, 'sk'),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  );
  return table;
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
