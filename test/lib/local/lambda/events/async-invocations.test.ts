import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Fixture, newFolder, removeFolder, startFixture, until } from '../../fixture/runtime.ts';

const folder = newFolder();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ dataFolder: folder });
});

afterAll(async () => {
  await fixture?.stop();
  removeFolder(folder);
});

const client = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** Reads how often the worker has received an event, from its own count in the table. */
async function seen(
  id: string,
): Promise<{ readonly attempts: number; readonly pid: number; readonly event: string }> {
  const { Item } = await new DynamoDBClient(client(fixture.runtime.endpoints.dynamodb)).send(
    new GetItemCommand({
      TableName: fixture.runtime.tables['things'],
      Key: { pk: { S: `WORK#${id}` }, sk: { S: 'count' } },
    }),
  );
  return {
    attempts: Number(Item?.['attempts']?.N ?? 0),
    pid: Number(Item?.['pid']?.N ?? 0),
    event: Item?.['event']?.S ?? '',
  };
}

async function send(event: object): Promise<void> {
  const worker = fixture.runtime.functions.all().find(({ config }) => config.constructId.includes('Worker'));
  await new LambdaClient(client(fixture.runtime.controlPlane)).send(
    new InvokeCommand({
      FunctionName: worker?.config.name,
      InvocationType: 'Event',
      Payload: JSON.stringify(event),
    }),
  );
}

async function deadLetters(): Promise<readonly unknown[]> {
  const queue = fixture.runtime.deployment
    .resources('AWS::SQS::Queue')
    .find(({ logicalId }) => logicalId.startsWith('DeadLetters'));
  const { Messages = [] } = await new SQSClient(client(fixture.runtime.controlPlane)).send(
    new ReceiveMessageCommand({ QueueUrl: queue?.ref, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body }) => JSON.parse(Body ?? ''));
}

describe('asynchronous events', () => {
  test('are tried a third time after two failures', async () => {
    await send({ id: 'twice', failures: 2 });
    await until(async () => (await seen('twice')).attempts === 3);
    await until(() => fixture.runtime.asyncInvocations.pendingCount === 0);
    expect(await deadLetters()).toEqual([]);
  });

  test('go to the failure destination after three failures', async () => {
    await send({ id: 'always', failures: 99 });
    await until(async () => (await deadLetters()).length === 1);
    expect(await deadLetters()).toEqual([
      expect.objectContaining({
        version: '1.0',
        requestPayload: { id: 'always', failures: 99 },
        requestContext: expect.objectContaining({ condition: 'RetriesExhausted', approximateInvokeCount: 3 }),
        responseContext: expect.objectContaining({ functionError: 'Unhandled' }),
        responsePayload: expect.objectContaining({ errorMessage: 'failing attempt 3' }),
      }),
    ]);
    expect((await seen('always')).attempts).toBe(3);
  });

  test('are repeated after a kill of their instance', async () => {
    await send({ id: 'killed', sleep: 30_000 });
    await until(async () => (await seen('killed')).attempts === 1);
    process.kill((await seen('killed')).pid, 'SIGKILL');
    await until(async () => (await seen('killed')).attempts === 2);
    await until(() => fixture.runtime.asyncInvocations.pendingCount === 0);
  });

  test('run again in the next runtime after a stop', async () => {
    await send({ id: 'interrupted', sleep: 60_000 });
    await until(async () => (await seen('interrupted')).attempts === 1);
    await fixture.stop();
    fixture = await startFixture({ dataFolder: folder });
    await until(async () => (await seen('interrupted')).attempts === 2);
    await until(() => fixture.runtime.asyncInvocations.pendingCount === 0);
  });
});

describe('S3 notifications', () => {
  const put = (Key: string) =>
    new S3Client(client(fixture.runtime.endpoints.s3)).send(
      new PutObjectCommand({ Bucket: fixture.runtime.buckets['files'], Key, Body: 'x' }),
    );

  test('reach the function for a matching key, which is encoded', async () => {
    await put('inbox/summer report+1.txt');
    const id = 'ObjectCreated:Put inbox/summer+report%2B1.txt';
    await until(async () => (await seen(id)).attempts === 1);
    const [record] = JSON.parse((await seen(id)).event).Records;
    expect(record.s3.bucket.name).toBe(fixture.runtime.buckets['files']);
    expect(record.s3.object.versionId).toMatch(/^[\da-f]{32}$/);
  });

  test('ignore other keys', async () => {
    await put('outbound/a.txt');
    await put('inbox/a.csv');
    await put('inbox/last.txt');
    await until(async () => (await seen('ObjectCreated:Put inbox/last.txt')).attempts === 1);
    expect((await seen('ObjectCreated:Put outbound/a.txt')).attempts).toBe(0);
    expect((await seen('ObjectCreated:Put inbox/a.csv')).attempts).toBe(0);
  });
});
