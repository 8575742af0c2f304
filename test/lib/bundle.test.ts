import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { bundleFunctions } from '#lib/bundle.ts';

/** Bytes of one minified bundle with its SDK; the goal is 350 kB. */
const budget = 500_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const expected = ['authorizer', ...commerceEndpoints.map(({ service, name }) => `${service}/${name}`)];

// Inside the repository, because sources outside of it would not find the libraries.
let scratch: string;
let outdir: string;
let metafile: Metafile;

beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  scratch = await mkdtemp(path.join(root, '.cache/test-bundles-'));
  outdir = path.join(scratch, 'out');
  metafile = await bundleFunctions({ outdir });
}, 60_000);

afterAll(() => rm(scratch, { recursive: true }));

const bundleOf = (name: string) => path.join(outdir, name, 'index.mjs');
const inputsOf = (name: string) =>
  Object.keys(metafile.outputs[path.relative(root, bundleOf(name))]?.inputs ?? {});

describe('every function of the contract', () => {
  test.each(expected)(`%s is a bundle of at most ${budget} bytes`, async (name) => {
    expect((await stat(bundleOf(name))).size).toBeLessThanOrEqual(budget);
  });

  test.each(expected)('%s carries no locale of zod but English', (name) => {
    const locales = inputsOf(name).filter((input) => input.includes('zod/v4/locales/'));
    expect(locales.filter((input) => !input.endsWith('/en.js'))).toEqual([]);
  });

  test.each(expected)('%s carries no credential provider of the SDK', (name) => {
    expect(inputsOf(name).length).toBeGreaterThan(0);
    expect(
      inputsOf(name).filter((input) => /credential-provider|nested-clients|token-providers/.test(input)),
    ).toEqual([]);
  });

  test('all of them load, and export a handler', () => {
    const script = `
      for (const file of ${JSON.stringify(expected.map((name) => pathToFileURL(bundleOf(name))))}) {
        const { handler } = await import(file);
        if (typeof handler !== 'function') throw new Error(file + ' exports no handler');
      }`;
    const environment = {
      AWS_REGION: 'eu-central-1',
      COMMERCE_TABLE: 'table',
      USAGE_PLAN_STARTER: 'starter',
      USAGE_PLAN_FARM: 'farm',
      USAGE_PLAN_ENTERPRISE: 'enterprise',
    };
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: environment,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('bundling', () => {
  test('gives the same bytes again, and leaves unchanged files alone', async () => {
    const before = await stat(bundleOf('commerce/create-order'));
    const elsewhere = path.join(scratch, 'elsewhere');
    await bundleFunctions({ outdir });
    await bundleFunctions({ outdir: elsewhere });
    expect((await stat(bundleOf('commerce/create-order'))).mtimeMs).toBe(before.mtimeMs);
    expect(await readFile(path.join(elsewhere, 'commerce/create-order/index.mjs'))).toEqual(
      await readFile(bundleOf('commerce/create-order')),
    );
  }, 60_000);

  test('maps a stack back to our own lines', async () => {
    const map = JSON.parse(await readFile(`${bundleOf('commerce/create-order')}.map`, 'utf8'));
    expect(map.sources).toContainEqual(expect.stringMatching(/functions\/commerce\/create-order\.ts$/));
    expect(map.sourcesContent).toBeUndefined();
  });
});

describe('the SDK in a bundle', () => {
  test('signs with the credentials that Lambda puts into the environment', async () => {
    const source = `
      import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
      const client = new DynamoDBClient({ maxAttempts: 1 });
      await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' }, sk: { S: 'b' } } }));`;
    await mkdir(path.join(scratch, 'probe'));
    await writeFile(path.join(scratch, 'probe/get-item.ts'), source);
    await bundleFunctions({ functionsDirectory: path.join(scratch, 'probe'), outdir });

    const received: IncomingMessage['headers'][] = [];
    const server = createServer((request, response) => {
      received.push(request.headers);
      response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const run = spawn(process.execPath, [path.join(outdir, 'get-item/index.mjs')], {
      env: {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_SESSION_TOKEN: 'session',
        AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
      },
      stdio: 'inherit',
    });
    const [code] = await once(run, 'exit');
    server.close();
    expect(code).toBe(0);
    expect(received).toEqual([
      expect.objectContaining({
        authorization: expect.stringContaining('Credential=AKIAEXAMPLE/'),
        'x-amz-security-token': 'session',
        'x-amz-target': 'DynamoDB_20120810.GetItem',
      }),
    ]);
  }, 60_000);
});
