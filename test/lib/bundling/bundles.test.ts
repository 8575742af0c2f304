import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { claimsErrors } from '#contract/claims/errors.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { type BackgroundDeclaration, claimsBackground } from '#contract/claims/service.ts';
import { commerceErrors } from '#contract/commerce/errors.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { partitions, secrets } from '#contract/partitions.ts';
import { Bundler, currentBundles } from '#lib/bundling/bundle.ts';
import { BundleQueue } from '#lib/bundling/bundle-queue.ts';
import { functionsWithChunks } from '#lib/bundling/chunks.ts';
import { withPureConstants } from '#lib/bundling/lazy-declarations.ts';
import { nativeFunctions, nativeLibraries } from '#lib/bundling/native-libraries.ts';
import { workerNeeds } from '#lib/constructs/commerce/work-functions.ts';
import { leaveOut } from '../../soak.ts';

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
  expect(sizes.filter(({ size }) => size > 840_000)).toEqual([]);
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

describe('secrets', () => {
  const needs = new Map<string, Pick<EndpointDeclaration, 'managesCredentials' | 'readsSecrets'>>([
    ...[...commerceEndpoints, ...claimsEndpoints].map((one) => [`${one.service}/${one.name}`, one] as const),
    ...Object.entries<BackgroundDeclaration>(claimsBackground).map(
      ([name, one]) => [`claims/${name}`, one] as const,
    ),
    ...Object.entries(workerNeeds).map(([name, one]) => [`commerce/${name}`, one] as const),
  ]);
  // The workers that copy and erase whole brands have the list of all places.
  const judged = names.filter(
    (name) => !sourcesOf(name, loadedBy(name)).includes('shared/store/commerce/places.ts'),
  );
  const codeOf = (name: string) => filesOf(name).map((file) => readFileSync(path.join(outdir, name, file)));

  test.each(secrets)('the functions with code for %s are those that declare it', (secret) => {
    // The keys of items, such as `ADDRESSKEY#{brand_id}`, and not the patterns of IAM conditions, such as `ADDRESSKEY#*`.
    const keys = new RegExp(partitions[secret].map((pattern) => pattern.replace('*', '[^*]')).join('|'));
    const declaring = judged.filter((name) => {
      const { managesCredentials = [], readsSecrets = [] } = needs.get(name) ?? {};
      return [...managesCredentials, ...readsSecrets].includes(secret);
    });
    expect(declaring).not.toEqual([]);
    expect(judged.filter((name) => keys.test(codeOf(name).join('\n')))).toEqual(declaring);
  });

  test('only two workers are not judged', () => {
    expect(names.filter((name) => !judged.includes(name))).toEqual([
      'commerce/erase-brands',
      'commerce/export-brands',
    ]);
  });
});

test('bundles have no native parts, because Lambda may have another processor', () => {
  const files = names.flatMap((name) => globSync(`${name}/**/*`, { cwd: outdir }));
  expect(files.length).toBeGreaterThan(names.length);
  expect(files.filter((name) => !/\.mjs(\.map)?$/.test(name))).toEqual([]);
  expect(names.filter((name) => /from"sharp"/.test(textOf(name)))).toEqual(Object.keys(nativeFunctions));
});

test('stack traces lead to our own lines', () => {
  const map = JSON.parse(readFileSync(`${bundleOf('commerce/create-order')}.map`, 'utf8'));
  expect(map.sources).toContainEqual(expect.stringMatching(/functions\/commerce\/orders\.ts$/));
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
  INSTALLATION: 'Granary',
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

const many = Array.from({ length: 25 }, (_, n) => `commerce/function-${n}`);

test('only functions that somebody waits for are bundled before the rest is asked for', () => {
  const queue = new BundleQueue(many);
  expect(queue.next()).toEqual([]);
  queue.want(['commerce/function-7', 'commerce/function-20', 'commerce/is-current']);
  expect(queue.next()).toEqual(['commerce/function-7', 'commerce/function-20']);
  expect([queue.next(), queue.isEmpty]).toEqual([[], false]);
});

test('the rest follows in parts, and a function that somebody waits for comes between them', () => {
  const queue = new BundleQueue(many);
  queue.wantRest();
  expect(queue.next()).toEqual(many.slice(0, 10));
  queue.want(['commerce/function-24']);
  expect(queue.next()).toEqual(['commerce/function-24']);
  expect([...queue.next(), ...queue.next()]).toEqual(many.slice(10, 24));
  expect(queue.isEmpty).toBe(true);
});

const source = `import { make } from './make.ts';
export const plain = 'text';
export const used = make('used');
/** A comment with Umlauts: äöü. */
export const unused = { inner: make('unused') }, second = make('second');
const inside = make('inside') as { readonly name: string };
export const fetched = await make('awaited');
export const later = make(async () => await make('later'));
export const read = () => [used, inside];
make('effect');
`;

/** Returns the arguments of `make` that are left in the bundle of an entry. */
async function kept(entry: string): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-lazy-'));
  try {
    writeFileSync(path.join(folder, 'make.ts'), 'export const make = (value: unknown): any => value;\n');
    writeFileSync(path.join(folder, 'declared.ts'), withPureConstants('declared.ts', source).code);
    writeFileSync(path.join(folder, 'entry.ts'), entry);
    const { outputFiles } = await build({
      entryPoints: [path.join(folder, 'entry.ts')],
      bundle: true,
      format: 'esm',
      target: 'node24',
      write: false,
    });
    return [...(outputFiles[0]?.text.matchAll(/make\("(\w+)"\)/g) ?? [])].map(([, name = '']) => name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('esbuild leaves out the constants that nothing uses, and nothing else', async () => {
  expect(await kept(`export { used } from './declared.ts';`)).toEqual(['used', 'awaited', 'effect']);
  expect(await kept(`export { read, second } from './declared.ts';`)).toEqual([
    'used',
    'second',
    'inside',
    'awaited',
    'effect',
  ]);
  expect(await kept(`export { later } from './declared.ts';`)).toEqual(['awaited', 'later', 'effect']);
});

test('the source map leads to the columns of the original', () => {
  const { code, withMap } = withPureConstants('declared.ts', source);
  const [, encoded = ''] = /sourceMappingURL=data:application\/json;.*base64,(.*)$/.exec(withMap) ?? [];
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  for (const name of ['used', 'unused', 'second', 'inside', 'later']) {
    const at = (text: string) => {
      const before = text.slice(0, text.indexOf(`make('${name}'`)).split('\n');
      return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
    };
    const made = at(code);
    expect(made).not.toEqual(at(source));
    const { line, column } = at(source);
    expect(map.findEntry(made.line, made.column)).toMatchObject({
      originalLine: line,
      originalColumn: column,
    });
  }
});

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The machine of an ELF file: bytes 18 and 19 of its header. */
const machineOf = (file: string): number => readFileSync(file).readUInt16LE(18);
const arm64 = 183;

test('a deployment has the parts of sharp for Lambda in the locked versions', () => {
  let modules: string;
  try {
    modules = nativeLibraries('commerce/process-images');
  } catch {
    leaveOut('native libraries of a deployment', 'npm does not reach its registry');
    return;
  }
  const versionIn = (folder: string, name: string): string =>
    JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')).version;
  expect(versionIn(modules, 'sharp')).toBe(versionIn(path.join(root, 'node_modules'), 'sharp'));
  for (const part of nativeFunctions['commerce/process-images']?.parts ?? []) {
    const manifest = JSON.parse(readFileSync(path.join(modules, part, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ os: ['linux'], cpu: ['arm64'] });
  }
  const version = versionIn(modules, '@img/sharp-linux-arm64');
  const native = path.join(modules, '@img/sharp-linux-arm64/lib', `sharp-linux-arm64-${version}.node`);
  expect(machineOf(native)).toBe(arm64);
});
