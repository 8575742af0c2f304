import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { claimsErrors } from '#contract/claims/errors.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceErrors } from '#contract/commerce/errors.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { Bundler, currentBundles } from '#lib/bundling/bundle.ts';
import { functionsWithChunks } from '#lib/bundling/chunks.ts';
import { nativeFunctions } from '#lib/bundling/native-libraries.ts';

const outdir = await currentBundles();
const { names } = new Bundler();
const bundleOf = (name: string) => path.join(outdir, name, 'index.mjs');
const textOf = (name: string) => readFileSync(bundleOf(name), 'utf8');
const filesOf = (name: string) => globSync('*.mjs', { cwd: path.join(outdir, name) }).sort();

const endpoints = [...commerceEndpoints, ...claimsEndpoints].map(({ service, name }) => `${service}/${name}`);
/** The tests of the HTTP APIs load the others. */
const background = names.filter((name) => !endpoints.includes(name));

/** Returns the files of a function that the import of one of them loads. */
function loadedBy(name: string, file = 'index.mjs'): readonly string[] {
  const loaded = new Set([file]);
  for (const one of loaded) {
    const text = readFileSync(path.join(outdir, name, one), 'utf8');
    for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([\w-]+\.mjs)"/g))
      loaded.add(imported);
  }
  return [...loaded];
}

/** Returns the sources of which code is in these files of a function, as paths from the root. */
const sourcesOf = (name: string, files: readonly string[]): readonly string[] =>
  files.flatMap((file) => {
    const { sources }: { sources: string[] } = JSON.parse(
      readFileSync(path.join(outdir, name, `${file}.map`), 'utf8'),
    );
    return sources.map((source) => source.replace(/^(\.\.\/)+/, ''));
  });

test('every endpoint has a function', () => {
  expect(names).toEqual(expect.arrayContaining(endpoints));
});

test('no bundle is much larger than its kind', () => {
  // A cold start loads `index.mjs` and the chunks that it imports. One guard, coarse on purpose: what it has to find is a
  // library or an engine in functions that do not use it, such as the locales of zod (450 kB in each).
  const sizes = names
    .map((name) => {
      const bytes = loadedBy(name).map((file) => statSync(path.join(outdir, name, file)).size);
      return { name, size: bytes.reduce((sum, size) => sum + size, 0) };
    })
    .sort((one, other) => one.size - other.size);
  const median = sizes[Math.floor(sizes.length / 2)]?.size;
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  expect(median).toBeLessThan(380_000);
  expect(total / sizes.length).toBeLessThan(410_000);
  expect(sizes.filter(({ size }) => size > 800_000)).toEqual([]);
});

test('a bundle has the errors of its own service, and throws no others', () => {
  const of = { claims: Object.keys(claimsErrors), commerce: Object.keys(commerceErrors) };
  const faults = names.flatMap((name) => {
    const text = textOf(name);
    const codes = new Set([...text.matchAll(/[{,](\w+):\{status:\d+,message:/g)].map(([, code]) => code));
    const thrown = new Set([...text.matchAll(/new [\w$]+\("(\w+)"/g)].map(([, code]) => code));
    const [own, foreign] = name.startsWith('claims/') ? [of.claims, of.commerce] : [of.commerce, of.claims];
    const missing = codes.has('not_found') ? own.filter((code) => !codes.has(code)) : [];
    const wrong = foreign.filter((code) => codes.has(code) || thrown.has(code));
    return [...missing, ...wrong].map((code) => `${name}: ${code}`);
  });
  expect(faults).toEqual([]);
});

test('bundles have no native parts, because Lambda may have another processor', () => {
  const files = names.flatMap((name) => globSync(`${name}/**/*`, { cwd: outdir }));
  expect(files.length).toBeGreaterThan(names.length);
  expect(files.filter((name) => !/\.mjs(\.map)?$/.test(name))).toEqual([]);
  expect(names.filter((name) => /from"sharp"/.test(textOf(name)))).toEqual(Object.keys(nativeFunctions));
});

test('stack traces lead to our own lines', () => {
  const map = JSON.parse(readFileSync(`${bundleOf('commerce/create-order')}.map`, 'utf8'));
  expect(map.sources).toContainEqual(expect.stringMatching(/functions\/commerce\/orders\/create-order\.ts$/));
  expect(map.sourcesContent).toBeUndefined();
});

describe('what a function rarely needs', () => {
  test('SSH, YAML and PDF are in files of their own, which load on first use', () => {
    const having = (file: string) => names.filter((name) => existsSync(path.join(outdir, name, file)));
    expect(having('ssh2-sftp-client.mjs')).toEqual([
      'claims/edit-claim',
      'claims/exchange-files',
      'claims/submit-claims',
      'claims/test-connection',
    ]);
    expect(having('cantoo-pdf-lib.mjs')).toEqual(['claims/get-eob']);
    expect(having('yaml.mjs')).toEqual(['claims/migrate-schema', 'claims/reload-config']);
    const loading = names.filter((name) =>
      sourcesOf(name, loadedBy(name)).some((source) => /node_modules\/(@cantoo|ssh2|yaml\/)/.test(source)),
    );
    expect(loading).toEqual([]);
  });

  test('a function has chunks if it imports our own modules dynamically, and only then', () => {
    const { functions, files }: { functions: Record<string, { inputs: number[] }>; files: string[] } =
      JSON.parse(readFileSync(path.join(outdir, '.bundled.json'), 'utf8'));
    const importing = files.map(
      // The account of an earlier run may still name functions that are gone.
      (file) => existsSync(file) && /\bimport\(\s*'[#.]/.test(readFileSync(file, 'utf8')),
    );
    const having = names.filter((name) => functions[name]?.inputs.some((input) => importing[input]));
    expect(functionsWithChunks.filter((name) => !having.includes(name))).toEqual([]);
    const chunked = names.filter((name) => filesOf(name).some((file) => /^chunk-\w+\.mjs$/.test(file)));
    expect(chunked).toEqual(functionsWithChunks);
  });

  const codeOfKinds: Readonly<Record<string, RegExp>> = {
    '837P':
      /^shared\/(x12\/837p\/build\/claim-consumer|x12\/837p\/check\/claim-set|x12\/guides\/837p|x12\/outbound\/claim-ack|claims\/intake\/claim-intake)/,
    '835': /^shared\/(x12\/835\/remittance-|x12\/guides\/835|claims\/responses\/remittance\/apply-)/,
    '277CA':
      /^shared\/(x12\/277ca\/claim-acknowledgment-consumer|claims\/responses\/claim-acknowledgment\/apply-)/,
    '999': /^shared\/(x12\/guides\/999|claims\/responses\/implementation-acknowledgment\/apply-)/,
  };
  const kindsIn = (name: string, files: readonly string[]) => {
    const sources = sourcesOf(name, files);
    return Object.keys(codeOfKinds).filter((kind) =>
      sources.some((source) => codeOfKinds[kind]?.test(source)),
    );
  };

  test.each([
    'claims/ingest-file',
    'claims/parse-claim-acknowledgment',
    'claims/parse-implementation-acknowledgment',
    'claims/parse-remittance',
  ])('%s loads the code for a kind of file with the first file of the kind', (name) => {
    expect(kindsIn(name, loadedBy(name))).toEqual([]);
    const chunks = filesOf(name).filter((file) => !/^(index|chunk-\w+)\.mjs$/.test(file));
    const kinds = new Set(chunks.flatMap((chunk) => kindsIn(name, loadedBy(name, chunk))));
    expect([...kinds].sort()).toEqual(Object.keys(codeOfKinds).sort());
    expect(chunks.filter((chunk) => kindsIn(name, loadedBy(name, chunk)).length > 1)).toEqual([]);
  });
});

test('functions in the background load and export a handler, and so do chunks and lazy libraries', () => {
  const urlOf = (name: string, file: string) => pathToFileURL(path.join(outdir, name, file));
  const script = `
    const { default: SftpClient } = await import(${JSON.stringify(urlOf('claims/submit-claims', 'ssh2-sftp-client.mjs'))});
    if (typeof new SftpClient().connect !== 'function') throw new Error('no SFTP');
    const { parseDocument } = await import(${JSON.stringify(urlOf('claims/reload-config', 'yaml.mjs'))});
    if (parseDocument('a: 1').toJS().a !== 1) throw new Error('no YAML');
    for (const file of ${JSON.stringify(functionsWithChunks.flatMap((name) => filesOf(name).map((file) => urlOf(name, file))))}) {
      await import(file);
    }
    for (const file of ${JSON.stringify(background.map((name) => urlOf(name, 'index.mjs')))}) {
      const { handler } = await import(file);
      if (typeof handler !== 'function') throw new Error(file + ' exports no handler');
    }`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: environmentOfAll,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

const environmentOfAll = {
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
