import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { StartError } from '../start-error.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const projection = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
  NonKeyAttributes: z.array(z.string()).optional(),
});
const index = z.object({ IndexName: z.string(), KeySchema: keySchema, Projection: projection });

const tableSchema = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.array(index).default([]),
  LocalSecondaryIndexes: z.array(index).default([]),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
});
type TableTemplate = z.infer<typeof tableSchema>;

/**
 * Creates the tables of the templates where they are missing and adds indexes that a table does not have yet.
 * `variables` hold region and credentials under their standard names. Returns the table names by construct id. Throws StartError when an existing table cannot become what the
 * template asks for.
 */
export async function prepareTables(
  deployment: Deployment,
  endpoint: string,
  variables: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const resources = deployment.resources('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable');
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
    await Promise.all(resources.map((resource) => prepareTable(resource, client)));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The tables cannot be prepared in the DynamoDB at ${endpoint}: ${reason}`);
  } finally {
    client.destroy();
  }
  return new Map(resources.map((resource) => [resource.constructId, resource.ref]));
}

async function prepareTable(resource: DeployedResource, client: DynamoDBClient): Promise<void> {
  const template = resource.read(tableSchema);
  const existing = await describe(client, resource.ref);
  if (existing === undefined) {
    await client.send(new CreateTableCommand(createInput(resource.ref, template)));
    const ttl = template.TimeToLiveSpecification;
    if (ttl?.Enabled && ttl.AttributeName !== undefined) {
      const specification = { AttributeName: ttl.AttributeName, Enabled: true };
      await client.send(
        new UpdateTimeToLiveCommand({ TableName: resource.ref, TimeToLiveSpecification: specification }),
      );
    }
  } else {
    await addIndexes(resource.ref, template, existing, client);
  }
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function createInput(name: string, template: TableTemplate): CreateTableCommandInput {
  const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = template;
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: template.KeySchema,
    AttributeDefinitions: template.AttributeDefinitions,
    ...(GlobalSecondaryIndexes.length > 0 && {
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(indexInput),
    }),
    ...(LocalSecondaryIndexes.length > 0 && { LocalSecondaryIndexes: LocalSecondaryIndexes.map(indexInput) }),
  };
}

function indexInput({ IndexName, KeySchema, Projection }: z.infer<typeof index>): GlobalSecondaryIndex {
  const { ProjectionType, NonKeyAttributes } = Projection;
  return {
    IndexName,
    KeySchema,
    Projection: { ProjectionType, ...(NonKeyAttributes !== undefined && { NonKeyAttributes }) },
  };
}

async function addIndexes(
  name: string,
  template: TableTemplate,
  existing: TableDescription,
  client: DynamoDBClient,
): Promise<void> {
  if (keysOf(existing.KeySchema) !== keysOf(template.KeySchema)) {
    throw new StartError(
      `Table ${name} in the data folder has other keys than the template; start with --fresh to build it anew.`,
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
        `Index ${wanted.IndexName} of table ${name} in the data folder has other keys than the template; start with --fresh to build it anew.`,
      );
    }
    await client.send(
      new UpdateTableCommand({
        TableName: name,
        AttributeDefinitions: template.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: indexInput(wanted) }],
      }),
    );
  }
}

function keysOf(schema: TableDescription['KeySchema']): string {
  return (schema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName}:${KeyType}`).join(',');
}
