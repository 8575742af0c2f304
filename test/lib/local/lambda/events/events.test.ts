import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import type { JsonObject, TemplateJson } from '#lib/local/cloudformation/json.ts';
import { readEventSources } from '#lib/local/lambda/events/event-source-config.ts';
import { readFunctions } from '#lib/local/lambda/function-config.ts';
import { Functions } from '#lib/local/lambda/functions.ts';
import { Queues } from '#lib/local/sqs/queues.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { type Fixture, newFolder, removeFolder, startFixture, until } from '../../fixture/runtime.ts';

describe('async invocations', () => {
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
    const worker = fixture.runtime.functions
      .all()
      .find(({ config }) => config.constructId.includes('Worker'));
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
          requestContext: expect.objectContaining({
            condition: 'RetriesExhausted',
            approximateInvokeCount: 3,
          }),
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
});

describe('event source config', () => {
  const directory = mkdtempSync(join(tmpdir(), 'granary-sources-'));
  const folder = DataFolder.take(directory);
  afterAll(() => rmSync(directory, { recursive: true }));

  const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
  const role = (actions: readonly string[]): JsonObject => ({
    Policies: [
      {
        PolicyDocument: {
          Statement: [{ Effect: 'Allow', Action: [...actions], Resource: arn('Queue') }],
        },
      },
    ],
  });
  const polling = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

  interface Changes {
    readonly mapping?: JsonObject;
    readonly queue?: JsonObject;
    readonly actions?: readonly string[];
  }

  /** Reads a mapping of a valid template with these changes. */
  function read({ mapping = {}, queue = {}, actions = polling }: Changes) {
    const resource = (Type: string, Properties: Record<string, TemplateJson>) => ({
      Type,
      Properties,
      Metadata: {},
    });
    const Resources = {
      Queue: resource('AWS::SQS::Queue', { VisibilityTimeout: 60, ...queue }),
      Role: resource('AWS::IAM::Role', role(actions)),
      Work: resource('AWS::Lambda::Function', {
        Code: { S3Key: 'code' },
        Runtime: 'nodejs24.x',
        Timeout: 60,
        Role: arn('Role'),
      }),
      Mapping: resource('AWS::Lambda::EventSourceMapping', {
        EventSourceArn: arn('Queue'),
        FunctionName: { Ref: 'Work' },
        ...mapping,
      }),
    };
    const template = { Resources, Outputs: {} };
    const assets = new Map([['code', directory]]);
    const deployment = new Deployment([{ name: 'Test', template, assets }], {
      region: 'us-east-1',
      account: '000000000000',
      controlPlaneUrl: 'http://127.0.0.1:1',
    });
    const functions = new Functions(readFunctions(deployment), {
      folder,
      region: 'us-east-1',
      maxInstances: 8,
      idleMilliseconds: 1_000,
      maxProcesses: 8,
      concurrentExecutions: undefined,
      sharedVariables: () => ({}),
      localize: (value) => value,
      onLog: () => {},
    });
    const queues = new Queues(deployment, folder);
    try {
      return readEventSources(deployment, functions, queues);
    } finally {
      queues.close();
    }
  }

  test('reads the properties of the template, with the defaults of Lambda', () => {
    expect(read({})).toEqual([
      expect.objectContaining({ batchSize: 10, maxConcurrency: undefined, reportsFailures: false }),
    ]);
    const mapping = {
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 2 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    };
    expect(read({ mapping })).toEqual([
      expect.objectContaining({ batchSize: 1, maxConcurrency: 2, reportsFailures: true }),
    ]);
  });

  test('leaves out a disabled mapping', () => {
    expect(read({ mapping: { Enabled: false } })).toEqual([]);
  });

  test.each<[string, Changes, RegExp]>([
    [
      'a filter',
      { mapping: { FilterCriteria: {} } },
      /property FilterCriteria: the local runtime does not support it\.$/,
    ],
    [
      'a window',
      { mapping: { MaximumBatchingWindowInSeconds: 5 } },
      /property MaximumBatchingWindowInSeconds: the local runtime does not support it\.$/,
    ],
    ['a batch larger than a receive', { mapping: { BatchSize: 100 } }, /property BatchSize: /],
    [
      'a concurrency below the minimum of Lambda',
      { mapping: { ScalingConfig: { MaximumConcurrency: 1 } } },
      /property ScalingConfig\.MaximumConcurrency: /,
    ],
    [
      'a source that is not a queue',
      { mapping: { EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/one' } },
      /property EventSourceArn: the local runtime takes events only from queues of the templates\.$/,
    ],
    [
      'a function of another app',
      { mapping: { FunctionName: 'other' } },
      /property FunctionName: the templates have no such function\.$/,
    ],
    [
      'a visibility timeout shorter than the function may run',
      { queue: { VisibilityTimeout: 59 } },
      /property EventSourceArn: the queue hides a message for 59 s, less than the function may run \(60 s\)\.$/,
    ],
    ...polling.map((missing): [string, Changes, RegExp] => [
      `a role without ${missing}`,
      { actions: polling.filter((action) => action !== missing) },
      new RegExp(`property FunctionName: the role of .* does not allow ${missing} on arn:aws:sqs:`),
    ]),
  ])('refuses %s in one sentence', (_, changes, reason) => {
    expect(() => read(changes)).toThrow(reason);
    expect(() => read(changes)).toThrow(/^Stack Test, resource Mapping, property [^\n]*$/);
  });
});
