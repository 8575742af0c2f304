import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { claimsErrors } from '#contract/claims/errors.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceErrors } from '#contract/commerce/errors.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { functionsWithChunks } from '#lib/bundling/functions-with-chunks.ts';
import { jsonSchemaFunctions } from '#lib/bundling/json-schema-functions.ts';
import { nativeFunctions } from '#lib/bundling/native-libraries.ts';
import { builtBundles, functionNames as expected, root } from './built-bundles.ts';
import { functionsOfFiles } from './functions-of-files.ts';

const bundles = await builtBundles();
const { outdir, metafile, bundleOf, bundleFiles, sizeOf, inputsOf, filesOf } = bundles;
const { bytesOf, bytesOfInput, functionsWith } = bundles;

const endpoints = [...commerceEndpoints, ...claimsEndpoints].map(({ service, name }) => `${service}/${name}`);
/** The tests of the HTTP APIs load the others. */
const background = expected.filter((name) => !endpoints.includes(name));

/** Bytes of minified code. A bundle is what a cold start loads: `index.mjs` and the chunks that it imports statically. */
const budget = {
  /** A whole bundle without the X12 engine; 500,000 is the goal. */
  bundle: 500_000,
  /**
   * A whole bundle with the X12 engine. It is above the goal, because the SDK, zod and the logger take 270,000 to 365,000
   * and each of these functions reads or checks X12 in every call: reader, matching and guides take another 200,000.
   */
  bundleWithEngine: 701_500,
  /** Of these the intake of files: the code for a kind of file is in chunks. */
  bundleOfIntake: 590_000,
  /** The median of all bundles; 350,000 is the goal. */
  median: 332_000,
  /** Libraries in a bundle, loaded at each cold start: the SDK with two or three clients, zod and the logger. */
  libraries: 382_000,
  /** Our own code in a bundle. */
  own: 162_500,
  /** Our own code in a function that serves an OpenAPI document with examples. */
  ownWithExamples: 215_000,
  /** Our own code in a function that posts payments by hand. */
  ownWithPayments: 206_000,
  /** Our own code in a function with the X12 engine. */
  ownWithEngine: 390_500,
  /** Our own code in a function that reads files of several kinds. */
  ownWithKinds: 311_000,
  /** All code that is deployed with a function, lazy libraries and chunks included. */
  directory: 1_215_500,
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

/** Functions with the X12 engine that read claims from the table only. */
const withoutFiles = [
  'claims/carry-on-bulk-run',
  'claims/check-claims-again',
  'claims/create-claim',
  'claims/create-secondary-claim',
  // Its client of S3 is in a chunk, for a resubmission.
  'claims/edit-claim',
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

function maxOwn(name: string): number {
  if (name.endsWith('/openapi')) return budget.ownWithExamples;
  if (withPayments.includes(name)) return budget.ownWithPayments;
  if (functionsOfFiles.includes(name)) return budget.ownWithKinds;
  return withEngine.includes(name) ? budget.ownWithEngine : budget.own;
}

describe('every function', () => {
  test('is an endpoint of the contract or a background function', () => {
    expect(expected).toEqual(expect.arrayContaining(endpoints));
  });

  test.each(expected)('the bundle of %s is within its budget', (name) => {
    const [libraries, own] = [bytesOf(name, true), bytesOf(name, false)];
    expect(libraries).toBeLessThanOrEqual(budget.libraries);
    expect(own).toBeLessThanOrEqual(maxOwn(name));
    // esbuild itself adds little code: for libraries that are CommonJS, and the names that chunks import from each other.
    const files = bundleFiles(name);
    expect(sizeOf(files) - libraries - own).toBeLessThan(1500 + 1000 * (files.length - 1));
  });

  test('has a bundle within the budget of its kind, and the median of all is within its own', () => {
    const sizes = expected.map((name) => ({ name, size: sizeOf(bundleFiles(name)) }));
    const most = (name: string) => {
      if (name === 'claims/ingest-file') return budget.bundleOfIntake;
      return withEngine.includes(name) ? budget.bundleWithEngine : budget.bundle;
    };
    expect(sizes.filter(({ name, size }) => size > most(name))).toEqual([]);
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

  test.each(expected)('the directory of %s is within its budget', (name) => {
    expect(sizeOf(filesOf(name))).toBeLessThanOrEqual(budget.directory);
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
      for (const file of ${JSON.stringify(functionsWithChunks.flatMap(filesOf).map((file) => pathToFileURL(path.join(root, file))))}) {
        await import(file);
      }
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
