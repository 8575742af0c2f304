import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type LocalWorkQueue, startWorkQueue } from '../claims/work-queue.ts';

let queue: LocalWorkQueue;
let server: Server;
/** How Lambda answers, and what it was asked for. */
let answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
let asked: { readonly path: string; readonly type: string | undefined; readonly body: string }[];

beforeAll(async () => {
  queue = await startWorkQueue();
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ path: request.url ?? '', type: String(request.headers['x-amz-invocation-type']), body });
    response.writeHead(answer.status, answer.headers).end('null');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, queue.environment, {
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await queue.stop();
});
beforeEach(() => {
  asked = [];
});

const message = { kind: 'import-contacts', key: 'one' };

/** Passes the message on, as a function does with a message of its queue. */
async function pass(until: 'done' | 'started' = 'done'): Promise<void> {
  const [{ passOn }, { ownWorkQueue }] = await Promise.all([
    import('#events/queue-messages.ts'),
    import('#store/adapters/work-queue.ts'),
  ]);
  await passOn(message, { function: 'worker', until }, ownWorkQueue());
}

test('the function gets the message, and its end is the end of the message', async () => {
  answer = { status: 200 };
  await pass();
  expect(asked).toEqual([
    {
      path: '/2015-03-31/functions/worker/invocations',
      type: 'RequestResponse',
      body: JSON.stringify(message),
    },
  ]);
  expect(queue.take()).toBeUndefined();
});

test('long work is only started', async () => {
  answer = { status: 202 };
  await pass('started');
  expect(asked.map(({ type }) => type)).toEqual(['Event']);
});

test('a message without a free execution is queued again, once, and has not failed', async () => {
  answer = { status: 429, headers: { 'x-amzn-errortype': 'TooManyRequestsException' } };
  await pass();
  expect(asked).toHaveLength(1);
  // It is delayed, so that it does not ask for the next free execution at once.
  expect(queue.counts()).toEqual({ visible: 0, hidden: 1 });
});

test('a function that ended without a result fails the message, which is repeated', async () => {
  answer = { status: 200, headers: { 'x-amz-function-error': 'Unhandled' } };
  await expect(pass()).rejects.toThrow('ended without a result');
  expect(asked).toHaveLength(1);
});
