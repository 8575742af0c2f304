import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { StartError } from '../start-error.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const index = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
});

const tableSchema = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.array(index).default([]),
  LocalSecondaryIndexes: z.undefined('the local runtime does not support local secondary indexes').optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.literal(true) }).optional(),
});

/**
 * Creates missing tables of the templates and adds missing indexes to existing tables. `variables` hold region and
 * credentials under their standard names. Throws StartError when an existing table does not fit its template.
 */
export async function prepareTables(
  deployment: Deployment,
  endpoint: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: variables['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: variables['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: variables['AWS_SECRET_ACCESS_KEY'] ?? '',
      ...(variables['AWS_SESSION_TOKEN'] && { sessionToken: variables['AWS_SESSION_TOKEN'] }),
    },
  });
  try {
    await Promise.all(
      deployment.resources('AWS::DynamoDB::Table').map((resource) => prepareTable(resource, client)),
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The tables cannot be prepared in the DynamoDB at ${endpoint}: ${reason}`);
  } finally {
    client.destroy();
  }
}

async function prepareTable(resource: DeployedResource, client: DynamoDBClient): Promise<void> {
  const template = resource.read(tableSchema);
  const TableName = resource.ref;
  const existing = await describe(client, TableName);
  if (existing !== undefined) return addIndexes(TableName, template, existing, client);
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, TimeToLiveSpecification } = template;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
    }),
  );
  if (TimeToLiveSpecification === undefined) return;
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function addIndexes(
  name: string,
  template: z.infer<typeof tableSchema>,
  existing: TableDescription,
  client: DynamoDBClient,
): Promise<void> {
  if (keysOf(existing.KeySchema) !== keysOf(template.KeySchema)) {
    throw new StartError(
      `Table ${name} in the data folder has other keys than the template; start with --fresh to recreate it.`,
    );
  }
  const known = new Map(
    existing.GlobalSecondaryIndexes?.map((one) => [one.IndexName, keysOf(one.KeySchema)]),
  );
  for (const wanted of template.GlobalSecondaryIndexes) {
    const keys = known.get(wanted.IndexName);
    if (keys === keysOf(wanted.KeySchema)) continue;
    if (keys !== undefined) {
      throw new StartError(
        `Index ${wanted.IndexName} of table ${name} in the data folder has other keys than the template; start with --fresh to recreate it.`,
      );
    }
    await client.send(
      new UpdateTableCommand({
        TableName: name,
        AttributeDefinitions: template.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: wanted }],
      }),
    );
  }
}

function keysOf(schema: TableDescription['KeySchema']): string {
  return (schema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName}:${KeyType}`).join(',');
}
