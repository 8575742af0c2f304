import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { currentBundles } from '#lib/bundling/bundle.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// Inside the repository, because sources elsewhere would not find the libraries.
let scratch: string;
beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  scratch = await mkdtemp(path.join(root, '.cache/test-bundles-'));
});
afterAll(() => rm(scratch, { recursive: true }));

describe('the SDK in a bundle', () => {
  interface Answer {
    readonly status: number;
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  }

  /** Runs a program with a client of DynamoDB or S3 against a service that gives this answer. */
  async function runWithService(name: string, source: string, { status, body, headers }: Answer) {
    await mkdir(path.join(scratch, 'probe', name), { recursive: true });
    await writeFile(path.join(scratch, 'probe', name, `${name}.ts`), source);
    const made = path.join(scratch, 'made', name);
    await currentBundles({ functionsDirectory: path.join(scratch, 'probe', name), outdir: made });

    const received: IncomingMessage['headers'][] = [];
    const server = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const run = spawn(process.execPath, [path.join(made, name, 'index.mjs')], {
      env: {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_SESSION_TOKEN: 'session',
        AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
        AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    run.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(run, 'close');
    server.close();
    return { code, output, received };
  }

  test('signs with the credentials in the environment', async () => {
    const source = `
      import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
      const client = new DynamoDBClient({ maxAttempts: 1 });
      await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' }, sk: { S: 'b' } } }));`;
    const { code, received } = await runWithService('get-item', source, { status: 200, body: '{}' });
    expect(code).toBe(0);
    expect(received).toEqual([
      expect.objectContaining({
        authorization: expect.stringContaining('Credential=AKIAEXAMPLE/'),
        'x-amz-security-token': 'session',
        'x-amz-target': 'DynamoDB_20120810.GetItem',
      }),
    ]);
  });

  const failingWrite = `
    import { DynamoDBClient, TransactWriteItemsCommand, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
    const client = new DynamoDBClient({ maxAttempts: 1 });
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems: [] }));
    } catch (error) {
      const { name, message, CancellationReasons: reasons } = error;
      const isTested = error instanceof TransactionCanceledException;
      console.log(JSON.stringify({ name, message, reasons, isTested, isError: error instanceof Error }));
    }`;

  test.each([
    [
      'without a class by its name',
      'slow',
      {
        __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
        message: 'Slow down',
      },
      { name: 'ProvisionedThroughputExceededException', message: 'Slow down', isTested: false },
    ],
    [
      'with a class by its members',
      'canceled',
      {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        Message: 'Canceled',
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
      },
      {
        name: 'TransactionCanceledException',
        message: 'Canceled',
        reasons: [{ Code: 'ConditionalCheckFailed' }],
        isTested: true,
      },
    ],
  ])('reports an error %s', async (_, name, body, reported) => {
    const answer = { status: 400, body: JSON.stringify(body) };
    const { output } = await runWithService(name, failingWrite, answer);
    expect(JSON.parse(output)).toEqual({ ...reported, isError: true });
  });

  const read = `
    import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
    const client = new S3Client({ maxAttempts: 1, forcePathStyle: true });
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }));
    const read = await Body.transformToString().catch(({ message }) => message);
    console.log(read);`;
  // The check values of the catalog of CRC algorithms, for the text 123456789. S3 itself chooses CRC-64/NVME for an upload without one.
  test.each([
    ['crc64nvme', 'rosUhgp5mIg='],
    ['crc32c', '4waSgw=='],
    ['crc32', 'y/Q5Jg=='],
  ])('verifies the %s of an object', async (algorithm, checksum) => {
    const headers = { [`x-amz-checksum-${algorithm}`]: checksum };
    const whole = await runWithService(algorithm, read, { status: 200, body: '123456789', headers });
    expect(whole).toMatchObject({ code: 0, output: '123456789\n' });
    const damaged = await runWithService(algorithm, read, { status: 200, body: '123456780', headers });
    expect(damaged.output).toContain('Checksum mismatch');
  });
});
