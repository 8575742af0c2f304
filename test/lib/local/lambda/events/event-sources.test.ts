import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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
import { compiledCode } from '../../../../compiled-code.ts';
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
/** One client for each address: polls would otherwise make a new one, with a connection of its own, each time. */
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

/** How often the function saw a task, by its own count in the table. */
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

/** Messages of a queue, hidden ones too. */
async function left(name: string): Promise<number> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ['All'] }),
  );
  const count = (attribute: '' | 'NotVisible' | 'Delayed') =>
    Number(Attributes[`ApproximateNumberOfMessages${attribute}`]);
  return count('') + count('NotVisible') + count('Delayed');
}

const busy = () =>
  fixture.runtime.functions
    .all()
    .filter(({ config }) => config.constructId.includes('Tasks'))
    .flatMap(({ instances }) => instances)
    .filter((instance) => instance.busy).length;

test('a message reaches the function as Lambda hands it over, and is gone once it is done', async () => {
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

test('an object of the bucket reaches the function through the queue', async () => {
  await new S3Client(client(fixture.runtime.endpoints.s3)).send(
    new PutObjectCommand({ Bucket: fixture.runtime.buckets['files'], Key: 'tasks/one.txt', Body: 'x' }),
  );
  await until(async () => (await seen('tasks/one.txt')).attempts === 1);
});

test('no more batches are worked on than the mapping allows, and none has more messages', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `many-${n}`);
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, busy());
  }, 5);
  const tasks = ids.map((id) => ({ id, sleep: 50 }));
  await send(...tasks.slice(0, 10));
  await send(...tasks.slice(10));
  await until(async () => (await left('Tasks')) === 0);
  clearInterval(look);
  expect(most).toBe(2);
  for (const id of ids) {
    const { attempts, event } = await seen(id);
    expect([id, attempts]).toEqual([id, 1]);
    expect(event.Records.length).toBeLessThanOrEqual(3);
  }
});

describe('failures', () => {
  test('of a batch only the message that failed comes again', async () => {
    // The last two wait until a run ends, and then come as one batch.
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

  test('a function that throws gets the whole batch again', async () => {
    await send({ id: 'thrown', throws: 2 });
    await until(async () => (await left('Tasks')) === 0);
    expect((await seen('thrown')).attempts).toBe(3);
  });

  test('a message whose instance is killed comes again', async () => {
    await send({ id: 'killed', sleep: 30_000 });
    await until(async () => (await seen('killed')).attempts === 1);
    process.kill((await seen('killed')).pid, 'SIGKILL');
    await until(async () => (await left('Tasks')) === 0);
    expect((await seen('killed')).attempts).toBe(2);
  });

  test('after three receives a message is a dead letter, and a move task brings it back', async () => {
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
    // It fails once more, and then succeeds.
    await until(async () => (await seen('poison')).attempts === 5);
    await until(async () => (await left('Tasks')) === 0);
    expect(await left('DeadTasks')).toBe(0);
  });
});

describe('nothing is lost', () => {
  test('a message that a stop interrupts is received by the next runtime, as if it were the first time', async () => {
    await send({ id: 'interrupted', sleep: 60_000 });
    await until(async () => (await seen('interrupted')).attempts === 1);
    await fixture.stop();
    fixture = await startFixture({ dataFolder: folder });
    await until(async () => (await left('Tasks')) === 0);
    const { attempts, event } = await seen('interrupted');
    expect(attempts).toBe(2);
    expect(event.Records[0].attributes.ApproximateReceiveCount).toBe('1');
  });

  test('after SIGKILL of the runtime each message that was accepted is worked on', async () => {
    await fixture.stop();
    const first = await startProcess();
    const ids = Array.from({ length: 40 }, (_, n) => `durable-${n}`);
    for (const id of ids) {
      await clientsOf(first.controlPlane).sqs.send(
        new SendMessageCommand({
          QueueUrl: `${first.controlPlane}/000000000000/${queueUrl('Tasks')?.split('/').at(-1)}`,
          MessageBody: JSON.stringify({ id, sleep: 100 }),
        }),
      );
    }
    await end(first.child, 'SIGKILL');
    fixture = await startFixture({ dataFolder: folder });
    await until(async () => (await left('Tasks')) === 0);
    for (const id of ids) expect([id, (await seen(id)).attempts > 0]).toEqual([id, true]);
    expect(await left('DeadTasks')).toBe(0);
  });
});

interface Running {
  readonly child: ChildProcess;
  readonly controlPlane: string;
}

async function startProcess(): Promise<Running> {
  const program = fileURLToPath(new URL('../../fixture/main.ts', import.meta.url));
  const child = fork(program, [folder], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...compiledCode },
  });
  const [message] = await once(child, 'message');
  return { child, ...message };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
