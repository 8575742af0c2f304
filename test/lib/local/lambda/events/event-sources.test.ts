import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endProcess, startFixtureProcess } from '../../fixture/fixture-process.ts';
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
/** Clients by address, so that polls reuse connections. */
const clients = new Map<string, { readonly sqs: SQSClient; readonly dynamodb: DynamoDBClient }>();
function clientsOf(endpoint: string) {
  const known = clients.get(endpoint) ?? {
    sqs: new SQSClient(client(endpoint)),
    dynamodb: new DynamoDBClient(client(endpoint)),
  };
  clients.set(endpoint, known);
  return known;
}
const sqs = () => clientsOf(fixture.runtime.controlPlane).sqs;
const queueUrl = (name: string) =>
  fixture.runtime.deployment.resources('AWS::SQS::Queue').find(({ logicalId }) => logicalId.startsWith(name))
    ?.ref;

async function send(...tasks: readonly object[]): Promise<void> {
  const Entries = tasks.map((task, n) => ({ Id: String(n), MessageBody: JSON.stringify(task) }));
  await sqs().send(new SendMessageBatchCommand({ QueueUrl: queueUrl('Tasks'), Entries }));
}

/** Reads how often the function has received a task, from its own count in the table. */
async function seen(id: string, endpoint = fixture.runtime.endpoints.dynamodb) {
  const { Item } = await clientsOf(endpoint).dynamodb.send(
    new GetItemCommand({
      TableName: fixture.runtime.tables['things'],
      Key: { pk: { S: `TASK#${id}` }, sk: { S: 'count' } },
    }),
  );
  return {
    attempts: Number(Item?.['attempts']?.N ?? 0),
    pid: Number(Item?.['pid']?.N ?? 0),
    event: JSON.parse(Item?.['event']?.S ?? '{}'),
  };
}

/** Counts the messages of a queue, with hidden ones. */
async function left(name: string): Promise<number> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ['All'] }),
  );
  const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes;
  return Number(visible) + Number(hidden);
}

const busy = () =>
  fixture.runtime.functions
    .all()
    .filter(({ config }) => config.constructId.includes('Tasks'))
    .flatMap(({ instances }) => instances)
    .filter((instance) => instance.busy).length;

test('a function gets a message in the format of Lambda, and success removes it', async () => {
  await send({ id: 'plain' });
  await until(async () => (await left('Tasks')) === 0);
  const { attempts, event } = await seen('plain');
  expect(attempts).toBe(1);
  expect(event.Records).toEqual([
    {
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
      body: '{"id":"plain"}',
      attributes: expect.objectContaining({ ApproximateReceiveCount: '1' }),
      messageAttributes: {},
      md5OfBody: expect.stringMatching(/^[\da-f]{32}$/),
      eventSource: 'aws:sqs',
      eventSourceARN: expect.stringMatching(/^arn:aws:sqs:us-east-1:000000000000:Api-Tasks/),
      awsRegion: 'us-east-1',
    },
  ]);
});

test('a new object reaches the function through the queue', async () => {
  await new S3Client(client(fixture.runtime.endpoints.s3)).send(
    new PutObjectCommand({ Bucket: fixture.runtime.buckets['files'], Key: 'tasks/one.txt', Body: 'x' }),
  );
  await until(async () => (await seen('tasks/one.txt')).attempts === 1);
});

test('a mapping limits the number and the size of batches', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `many-${n}`);
  let maxBusy = 0;
  const sampling = setInterval(() => {
    maxBusy = Math.max(maxBusy, busy());
  }, 5);
  const tasks = ids.map((id) => ({ id, sleep: 50 }));
  await send(...tasks.slice(0, 10));
  await send(...tasks.slice(10));
  await until(async () => (await left('Tasks')) === 0);
  clearInterval(sampling);
  expect(maxBusy).toBe(2);
  for (const id of ids) {
    const { attempts, event } = await seen(id);
    expect([id, attempts]).toEqual([id, 1]);
    expect(event.Records.length).toBeLessThanOrEqual(3);
  }
});

describe('failures', () => {
  test('repeat only the failed message of a batch', async () => {
    // The last two messages wait for the end of a run and then arrive as one batch.
    await send({ id: 'busy-1', sleep: 500 }, { id: 'busy-2' }, { id: 'busy-3' });
    await send({ id: 'busy-4', sleep: 500 }, { id: 'busy-5' }, { id: 'busy-6' });
    await until(() => busy() === 2);
    await send({ id: 'sound' }, { id: 'failing', failures: 2 });
    await until(async () => (await left('Tasks')) === 0);
    const bodies = (await seen('sound')).event.Records.map(
      ({ body }: { body: string }) => JSON.parse(body).id,
    );
    expect(bodies).toEqual(expect.arrayContaining(['sound', 'failing']));
    expect([(await seen('sound')).attempts, (await seen('failing')).attempts]).toEqual([1, 3]);
  });

  test('repeat the whole batch of a function that throws', async () => {
    await send({ id: 'thrown', throws: 2 });
    await until(async () => (await left('Tasks')) === 0);
    expect((await seen('thrown')).attempts).toBe(3);
  });

  test('repeat a message whose instance is killed', async () => {
    await send({ id: 'killed', sleep: 30_000 });
    await until(async () => (await seen('killed')).attempts === 1);
    process.kill((await seen('killed')).pid, 'SIGKILL');
    await until(async () => (await left('Tasks')) === 0);
    expect((await seen('killed')).attempts).toBe(2);
  });

  test('move a message to the dead letters after three receives; a move task moves it back', async () => {
    await send({ id: 'poison', throws: 4 });
    await until(async () => (await left('DeadTasks')) === 1);
    expect((await seen('poison')).attempts).toBe(3);
    expect(await left('Tasks')).toBe(0);
    expect(fixture.lines.join('\n')).toContain(
      'gave up a message after 3 attempts; it moves to Api-DeadTasks',
    );

    const QueueUrl = queueUrl('DeadTasks');
    const { Messages = [] } = await sqs().send(
      new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0, MessageSystemAttributeNames: ['All'] }),
    );
    expect(Messages[0]?.Attributes?.DeadLetterQueueSourceArn).toMatch(/:Api-Tasks/);
    const { queueUrls } = await sqs().send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }));
    expect(queueUrls).toEqual([queueUrl('Tasks')]);
    const { Attributes } = await sqs().send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    );
    const SourceArn = Attributes?.QueueArn;
    await sqs().send(new StartMessageMoveTaskCommand({ SourceArn }));
    const { Results } = await sqs().send(new ListMessageMoveTasksCommand({ SourceArn }));
    expect(Results).toEqual([
      expect.objectContaining({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }),
    ]);
    // It fails once more and then succeeds.
    await until(async () => (await seen('poison')).attempts === 5);
    await until(async () => (await left('Tasks')) === 0);
    expect(await left('DeadTasks')).toBe(0);
  });
});

describe('no message is lost', () => {
  test('when a stop interrupts it: the next runtime receives it as if for the first time', async () => {
    await send({ id: 'interrupted', sleep: 60_000 });
    await until(async () => (await seen('interrupted')).attempts === 1);
    await fixture.stop();
    fixture = await startFixture({ dataFolder: folder });
    await until(async () => (await left('Tasks')) === 0);
    const { attempts, event } = await seen('interrupted');
    expect(attempts).toBe(2);
    expect(event.Records[0].attributes.ApproximateReceiveCount).toBe('1');
  });

  test('after SIGKILL of the runtime', async () => {
    await fixture.stop();
    const first = await startFixtureProcess(folder);
    const ids = Array.from({ length: 40 }, (_, n) => `durable-${n}`);
    for (const id of ids) {
      await clientsOf(first.controlPlane).sqs.send(
        new SendMessageCommand({
          QueueUrl: `${first.controlPlane}/000000000000/${queueUrl('Tasks')?.split('/').at(-1)}`,
          MessageBody: JSON.stringify({ id, sleep: 100 }),
        }),
      );
    }
    await endProcess(first, 'SIGKILL');
    fixture = await startFixture({ dataFolder: folder });
    await until(async () => (await left('Tasks')) === 0);
    for (const id of ids) expect([id, (await seen(id)).attempts > 0]).toEqual([id, true]);
    expect(await left('DeadTasks')).toBe(0);
  });
});
