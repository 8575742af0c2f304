import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { claimsErrors } from '#contract/claims/errors.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceErrors } from '#contract/commerce/errors.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { bundleFunctions } from '#lib/bundling/bundle.ts';
import { currentBundles, metafileName } from '#lib/bundling/current-bundles.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { jsonSchemaFunctions } from '#lib/bundling/json-schema-functions.ts';
import { testedErrors } from '#lib/bundling/library-files.ts';
import { nativeFunctions } from '#lib/bundling/native-libraries.ts';

/** Bytes of minified code. */
const budget = {
  /** A whole bundle without the X12 engine. */
  bundle: 500_000,
  /** A whole bundle that writes or reads the content of claims. */
  bundleWithContent: 546_000,
  /** The median of all bundles. */
  median: 350_000,
  /** Libraries in a bundle, loaded at each cold start: the SDK with two or three clients, zod and the logger. */
  libraries: 440_000,
  /** Our own code in a bundle. */
  own: 155_000,
  /** Our own code in a function that serves an OpenAPI document with examples. */
  ownWithExamples: 260_000,
  /** Our own code in a function that posts payments by hand. */
  ownWithPayments: 200_000,
  /** Our own code in a function with the X12 engine; guides, edits and code lists are more than half of it. */
  ownWithEngine: 525_000,
  /** All code that is deployed with a function, lazy libraries included. */
  directory: 1_350_000,
};

/** Functions with the X12 engine. A wrong import would add it to others. */
const withEngine = [
  'claims/answer-as-payer',
  'claims/carry-on-bulk-run',
  'claims/check-claims-again',
  'claims/create-claim',
  'claims/create-secondary-claim',
  'claims/edit-claim',
  'claims/ingest-file',
  'claims/parse-claim-acknowledgment',
  'claims/parse-implementation-acknowledgment',
  'claims/parse-remittance',
  'claims/preview-bulk-run',
  'claims/start-bulk-run',
  'claims/submit-claims',
  'claims/void-claim',
];

/** Functions without the X12 engine that write a prepared file again, or read the contents that they purge. */
const withContent = ['claims/exchange-files', 'claims/start-purge'];

/** Functions with the X12 engine that read claims from the table only. */
const withoutFiles = [
  'claims/carry-on-bulk-run',
  'claims/check-claims-again',
  'claims/create-claim',
  'claims/create-secondary-claim',
  'claims/preview-bulk-run',
  'claims/start-bulk-run',
  'claims/void-claim',
];

/** Functions with the client of S3. */
const withFiles = [
  ...withEngine.filter((name) => !withoutFiles.includes(name)),
  'claims/carry-on-audit-run',
  'claims/create-checkpoint',
  'claims/create-file',
  'claims/exchange-files',
  'claims/get-export',
  'claims/list-checkpoints',
  'claims/migrate-schema',
  'claims/purge-records',
  'claims/reload-config',
  'claims/sign-checkpoint',
  'claims/start-purge',
  'claims/verify-audit-log',
  'commerce/create-product-import',
  'commerce/create-product-image',
  'commerce/erase-brands',
  'commerce/export-brands',
  'commerce/follow-image-link',
  'commerce/get-brand-export',
  'commerce/process-images',
  'commerce/process-uploads',
];

/** Functions that post payments, with the codes of the 835. */
const withPayments = ['claims/attach-unmatched', 'claims/post-remittance'];

const root = fileURLToPath(new URL('../../..', import.meta.url));
const expected = functionSources(path.join(root, 'functions')).map(({ name }) => name);
const endpoints = [...commerceEndpoints, ...claimsEndpoints].map(({ service, name }) => `${service}/${name}`);
/** The tests of the HTTP APIs load the others. */
const background = expected.filter((name) => !endpoints.includes(name));

// Inside the repository, because sources elsewhere would not find the libraries.
let scratch: string;
let outdir: string;
let metafile: Metafile;

beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  scratch = await mkdtemp(path.join(root, '.cache/test-bundles-'));
  outdir = await currentBundles();
  metafile = JSON.parse(readFileSync(path.join(outdir, metafileName), 'utf8'));
}, 240_000);

afterAll(() => rm(scratch, { recursive: true }));

const bundleOf = (name: string) => path.join(outdir, name, 'index.mjs');
const contentOf = (name: string) => metafile.outputs[path.relative(root, bundleOf(name))]?.inputs ?? {};
const inputsOf = (name: string) => Object.keys(contentOf(name));
const isLibrary = (input: string) => input.includes('node_modules/');

function maxOwn(name: string): number {
  if (name.endsWith('/openapi')) return budget.ownWithExamples;
  if (withPayments.includes(name)) return budget.ownWithPayments;
  return withEngine.includes(name) ? budget.ownWithEngine : budget.own;
}

/** Returns the bytes of libraries in a bundle, or those of our own code. */
const bytesOf = (name: string, ofLibraries: boolean) =>
  Object.entries(contentOf(name))
    .filter(([input]) => isLibrary(input) === ofLibraries)
    .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);

const bytesOfInput = (name: string, part: string) =>
  Object.entries(contentOf(name)).find(([input]) => input.includes(part))?.[1].bytesInOutput ?? 0;

/** Returns the functions with an input whose path contains this part. */
const functionsWith = (part: string) =>
  expected.filter((name) => inputsOf(name).some((input) => input.includes(part)));

describe('every function', () => {
  test('is an endpoint of the contract or a background function', () => {
    expect(expected).toEqual(expect.arrayContaining(endpoints));
  });

  test.each(expected)('the bundle of %s is within its budget', async (name) => {
    const [libraries, own] = [bytesOf(name, true), bytesOf(name, false)];
    expect(libraries).toBeLessThanOrEqual(budget.libraries);
    expect(own).toBeLessThanOrEqual(maxOwn(name));
    // esbuild itself adds little code, most of it for libraries that are CommonJS.
    const { size } = await stat(bundleOf(name));
    expect(size - libraries - own).toBeLessThan(1500);
  });

  test('without the X12 engine has a bundle within its budget, and the median of all is within its own', () => {
    const sizes = expected.map((name) => ({ name, size: statSync(bundleOf(name)).size }));
    const most = (name: string) => (withContent.includes(name) ? budget.bundleWithContent : budget.bundle);
    const large = sizes.filter(({ name, size }) => size > most(name)).map(({ name }) => name);
    expect(large.filter((name) => !withEngine.includes(name))).toEqual([]);
    const sorted = sizes.map(({ size }) => size).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(budget.median);
  });

  test('has the errors of its own service, and throws no others', () => {
    const of = { claims: Object.keys(claimsErrors), commerce: Object.keys(commerceErrors) };
    const faults = expected.flatMap((name) => {
      const text = readFileSync(bundleOf(name), 'utf8');
      const codes = new Set([...text.matchAll(/[{,](\w+):\{status:\d+,message:/g)].map(([, code]) => code));
      const thrown = new Set([...text.matchAll(/new [\w$]+\("(\w+)"/g)].map(([, code]) => code));
      const [own, foreign] = name.startsWith('claims/') ? [of.claims, of.commerce] : [of.commerce, of.claims];
      const missing = codes.has('not_found') ? own.filter((code) => !codes.has(code)) : [];
      const wrong = foreign.filter((code) => codes.has(code) || thrown.has(code));
      return [...missing, ...wrong].map((code) => `${name}: ${code}`);
    });
    expect(faults).toEqual([]);
  });

  test('includes the JSON Schema part of zod only where it is used', () => {
    const having = functionsWith('zod/v4/core/to-json-schema.js').filter(
      (name) => bytesOfInput(name, 'zod/v4/core/to-json-schema.js') > 1000,
    );
    expect(having).toEqual(jsonSchemaFunctions);
  });

  test.each(expected)('the directory of %s is within its budget', async (name) => {
    const files = globSync('*.mjs', { cwd: path.join(outdir, name) });
    const sizes = await Promise.all(files.map((file) => stat(path.join(outdir, name, file))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(budget.directory);
  });

  test('has no native parts, because Lambda may have another processor', () => {
    const files = expected.flatMap((name) => globSync(`${name}/**/*`, { cwd: outdir }));
    expect(files.length).toBeGreaterThan(expected.length);
    expect(files.filter((name) => !/\.mjs(\.map)?$/.test(name))).toEqual([]);
  });

  test('imports sharp in one function only, which finds the library beside it', () => {
    const importing = expected.filter((name) =>
      metafile.outputs[path.relative(root, bundleOf(name))]?.imports.some(
        ({ path: from }) => from === 'sharp',
      ),
    );
    expect(importing).toEqual(Object.keys(nativeFunctions));
  });

  test('includes the X12 engine and the S3 client only where they are used', () => {
    expect(functionsWith('shared/x12/engine/engine.ts')).toEqual(withEngine);
    expect(functionsWith('@aws-sdk/client-s3/')).toEqual([...withFiles].sort());
  });

  test('loads SSH, YAML and PDF on first use, from their own files', () => {
    expect(functionsWith('node_modules/@cantoo')).toEqual([]);
    expect(functionsWith('node_modules/ssh2')).toEqual([]);
    expect(functionsWith('node_modules/yaml/')).toEqual([]);
    const having = (file: string) => expected.filter((name) => existsSync(path.join(outdir, name, file)));
    expect(having('ssh2-sftp-client.mjs')).toEqual([
      'claims/edit-claim',
      'claims/exchange-files',
      'claims/submit-claims',
      'claims/test-connection',
    ]);
    expect(having('cantoo-pdf-lib.mjs')).toEqual(['claims/get-eob']);
    expect(having('yaml.mjs')).toEqual(['claims/migrate-schema', 'claims/reload-config']);
  });

  test.each(expected)('%s includes no locale of zod except English', (name) => {
    const locales = inputsOf(name).filter((input) => input.includes('zod/v4/locales/'));
    expect(locales.filter((input) => !input.endsWith('/en.js'))).toEqual([]);
  });

  test.each(expected)('%s includes no credential provider of the SDK', (name) => {
    expect(inputsOf(name).length).toBeGreaterThan(0);
    expect(
      inputsOf(name).filter((input) => /credential-provider|nested-clients|token-providers/.test(input)),
    ).toEqual([]);
  });

  test('those in the background load and export a handler, and so do the lazy libraries', () => {
    const beside = (file: string) => JSON.stringify(pathToFileURL(path.join(outdir, file)));
    const script = `
      const { default: SftpClient } = await import(${beside('claims/submit-claims/ssh2-sftp-client.mjs')});
      if (typeof new SftpClient().connect !== 'function') throw new Error('no SFTP');
      const { parseDocument } = await import(${beside('claims/reload-config/yaml.mjs')});
      if (parseDocument('a: 1').toJS().a !== 1) throw new Error('no YAML');
      for (const file of ${JSON.stringify(background.map((name) => pathToFileURL(bundleOf(name))))}) {
        const { handler } = await import(file);
        if (typeof handler !== 'function') throw new Error(file + ' exports no handler');
      }`;
    const environment = {
      AWS_REGION: 'eu-central-1',
      COMMERCE_TABLE: 'table',
      CLAIMS_TABLE: 'table',
      AUDIT_TABLE: 'table',
      MEDIA_BUCKET: 'bucket',
      X12_BUCKET: 'bucket',
      CLEARINGHOUSE_KEY_SECRET: 'key',
      SEARCH_KEY_SECRET: 'key',
      CHECKPOINT_BUCKET: 'bucket',
      CHECKPOINT_KEY: 'key',
      EXPORT_BUCKET: 'bucket',
      AUDIT_RUN_QUEUE: 'https://sqs.example/runs',
      WORK_QUEUE: 'https://sqs.example/work',
      GATEWAY_KEY_PREFIX: 'prefix',
      PEOPLE_KEY: 'people',
      USAGE_PLAN_STARTER: 'starter',
      USAGE_PLAN_FARM: 'farm',
      USAGE_PLAN_ENTERPRISE: 'enterprise',
      PAYMENT_KEYS_SECRET: 'keys',
      UNSUBSCRIBE_SECRET: 'key',
      SES_CONFIGURATION_SET: 'set',
      SMS_CONFIGURATION_SET: 'set',
      EMAIL_RATE: '1',
      SMS_RATE: '1',
      PUBLIC_URL: 'https://api.example',
    };
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: environment,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('bundling', () => {
  test('writes the same bytes in another directory', async () => {
    const elsewhere = path.join(scratch, 'elsewhere');
    await bundleFunctions({
      functionsDirectory: path.join(root, 'functions/claims/submissions'),
      outdir: elsewhere,
    });
    const files = globSync('**/*.mjs', { cwd: elsewhere }).sort();
    expect(files).toContain('submit-claims/ssh2-sftp-client.mjs');
    for (const file of files) {
      const [one, other] = [
        await readFile(path.join(outdir, 'claims', file)),
        await readFile(path.join(elsewhere, file)),
      ];
      expect({ file, isSame: one.equals(other) }).toEqual({ file, isSame: true });
    }
  });

  test('keeps unchanged files and removes stale ones', async () => {
    const options = {
      functionsDirectory: path.join(root, 'test/fixtures/functions'),
      outdir: path.join(scratch, 'again'),
    };
    const directory = path.join(options.outdir, 'connect-sftp');
    const timesOf = async (files: readonly string[]) =>
      Promise.all(files.map(async (file) => [file, (await stat(path.join(directory, file))).mtimeMs]));
    await bundleFunctions(options);
    const made = (await readdir(directory)).sort();
    const before = await timesOf(made);
    for (const stale of ['yaml.mjs', 'yaml.mjs.map']) await writeFile(path.join(directory, stale), '');
    await bundleFunctions(options);
    expect(made).toEqual(['index.mjs', 'index.mjs.map', 'ssh2-sftp-client.mjs', 'ssh2-sftp-client.mjs.map']);
    expect(await timesOf((await readdir(directory)).sort())).toEqual(before);
  });

  test('maps stack traces to our own lines', async () => {
    const map = JSON.parse(await readFile(`${bundleOf('commerce/create-order')}.map`, 'utf8'));
    expect(map.sources).toContainEqual(
      expect.stringMatching(/functions\/commerce\/orders\/create-order\.ts$/),
    );
    expect(map.sourcesContent).toBeUndefined();
  });
});

describe('the SDK in a bundle', () => {
  /** Runs a program with the DynamoDB client against a service that gives this answer. */
  async function runWithService(name: string, source: string, answer: { status: number; body: string }) {
    await mkdir(path.join(scratch, 'probe', name), { recursive: true });
    await writeFile(path.join(scratch, 'probe', name, `${name}.ts`), source);
    const made = path.join(scratch, 'made', name);
    await bundleFunctions({ functionsDirectory: path.join(scratch, 'probe', name), outdir: made });

    const received: IncomingMessage['headers'][] = [];
    const server = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
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

  test('keeps the classes of errors that sources test', () => {
    const tested = globSync('{shared,functions}/**/*.ts', { cwd: root })
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .filter((text) => /@aws-sdk\/client-(dynamodb|s3|secrets-manager)/.test(text))
      .flatMap((text) =>
        [...text.matchAll(/instanceof (\w+(?<!Service)Exception)/g)].map(([, name = '']) => name),
      );
    expect(tested.length).toBeGreaterThan(0);
    expect(tested.filter((name) => !testedErrors.includes(name))).toEqual([]);
  });
});
