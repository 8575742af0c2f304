import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '#store/dynamodb/table.ts';
import type { DynamoEngine } from './dynamo-engine.ts';

interface TableKeys {
  /** Names of the string attributes that keys are made of. */
  readonly attributes: readonly string[];
  /** Partition and sort key of the indexes, by name. */
  readonly indexes: Readonly<Record<string, readonly [partition: string, sort: string]>>;
  readonly projection: 'ALL' | 'KEYS_ONLY';
}

/** Creates an empty table with keys pk and sk. Every client created from now on uses its engine. */
export async function newTable(
  { endpoint }: DynamoEngine,
  TableName: string,
  { attributes, indexes, projection }: TableKeys,
): Promise<Table> {
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  const input: CreateTableCommandInput = {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema('pk', 'sk'),
    GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, keys]) => ({
      IndexName,
      KeySchema: keySchema(...keys),
      Projection: { ProjectionType: projection },
    })),
  };
  // The services' client repeats after some seconds, which fails if the table already exists.
  const client = new DynamoDBClient();
  await client.send(new CreateTableCommand(input));
  client.destroy();
  // A busy machine keeps an engine of the tests waiting for longer than DynamoDB ever does.
  return openTable(TableName, { connectionTimeout: 30_000, requestTimeout: 60_000 });
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
