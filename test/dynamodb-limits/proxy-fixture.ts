import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type DynamoEngine, startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import { newTable } from '../store/dynamodb/new-table.ts';
import { type LimitedDynamoDb, type LimitOptions, startLimitedDynamoDb } from './limited-dynamodb.ts';

/** The engine of the test file that imports this, a proxy in front of it and a table. */
export let engine: DynamoEngine;
export let proxy: LimitedDynamoDb;
export let client: DynamoDBDocumentClient;
export let TableName: string;

/** The time of the proxy's capacity, in milliseconds. */
export const clock = { now: Date.UTC(2026, 0, 1) };

/** Neither delays nor faults. */
export const quick = { milliseconds: [0, 0], internalErrors: 0, lostReplies: 0 } as const;

beforeAll(async () => {
  engine = await startDynamoEngine();
});
afterAll(() => engine.stop());
afterEach(stop);

export async function stop(): Promise<void> {
  client.destroy();
  await proxy.stop();
}

/** Starts a proxy, and creates a table with an index. */
export async function start(options: LimitOptions = {}): Promise<void> {
  proxy = await startLimitedDynamoDb(engine.endpoint, { now: () => clock.now, faults: quick, ...options });
  client = unrepeatingClient(proxy.endpoint);
  await addTable({ gsi1: ['gsi1pk', 'gsi1sk'] }, 'ALL');
}

/** Creates another table, which the following requests use. */
export async function addTable(
  indexes: Readonly<Record<string, readonly [partition: string, sort: string]>>,
  projection: 'ALL' | 'KEYS_ONLY',
): Promise<void> {
  TableName = `Limited-${crypto.randomUUID()}`;
  const attributes = [...new Set(['pk', 'sk', ...Object.values(indexes).flat()])];
  await newTable(engine, TableName, { attributes, indexes, projection });
}

export const put = (item: object) =>
  client.send(new PutCommand({ TableName, Item: { pk: 'one', sk: '1', ...item } }));

export const transact = (items: readonly object[], token?: string) =>
  client.send(
    new TransactWriteCommand({
      TransactItems: items.map((item) => ({ Put: { TableName, Item: { pk: 'one', ...item } } })),
      ClientRequestToken: token,
    }),
  );

/** Names of the errors of requests, or undefined. */
export const errorsOf = async (
  requests: readonly Promise<unknown>[],
): Promise<readonly (string | undefined)[]> => {
  const settled = await Promise.allSettled(requests);
  return settled.map((one) => (one.status === 'rejected' ? String(one.reason.name) : undefined));
};

/** A value that makes an item of `kilobytes`, with some room for its keys. */
export const filling = (kilobytes: number) => 'x'.repeat(kilobytes * 1024 - 100);

/** Write units so far, of the table and its indexes. */
export const writeUnits = () =>
  Object.fromEntries(
    proxy
      .report()
      .uses.filter(({ kind }) => kind === 'write')
      .map(({ index, units }) => [index ?? 'table', units]),
  );

/** A client that sends each request once. */
export const unrepeatingClient = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    }),
  );
