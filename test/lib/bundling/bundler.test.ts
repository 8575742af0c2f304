import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { Bundler, currentBundles } from '#lib/bundling/bundle.ts';
import { withoutChunks } from '#lib/bundling/chunks.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

// Inside the repository, because sources elsewhere would not find the libraries.
let scratch: string;
beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  scratch = await mkdtemp(path.join(root, '.cache/test-bundles-'));
});
afterAll(() => rm(scratch, { recursive: true }));

const contentsOf = (directory: string) =>
  Object.fromEntries(
    globSync('**/*.{mjs,map}', { cwd: directory })
      .sort()
      .map((file) => [file, readFileSync(path.join(directory, file), 'latin1')]),
  );

describe('functions of this repository', () => {
  const names = ['claims/ingest-file', 'claims/get-eob', 'commerce/create-order', 'commerce/list-stops'];

  test('have the same files whatever else is bundled with them, and wherever', async () => {
    const [together, alone] = [path.join(scratch, 'together'), path.join(scratch, 'alone')];
    await new Bundler({ outdir: together }).bundle(names);
    await new Bundler({ outdir: alone, functionsAtATime: 1 }).bundle(names.toReversed());
    const files = contentsOf(together);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'claims/get-eob/cantoo-pdf-lib.mjs',
        expect.stringMatching(/^claims\/ingest-file\/claim-file-\w{8}\.mjs$/),
        ...names.map((name) => `${name}/index.mjs.map`),
      ]),
    );
    // Its import as a module loads all of Node's WebSocket client.
    expect(files['commerce/create-order/index.mjs']).not.toMatch(/from\s*"node:http"/);
    const others = contentsOf(alone);
    expect(Object.keys(others)).toEqual(Object.keys(files));
    expect(Object.keys(files).filter((file) => files[file] !== others[file])).toEqual([]);
  });

  test('made of a plain handler have no line of another handler or of its declaration', async () => {
    const outdir = path.join(scratch, 'handlers');
    const handlers = functionSources(path.join(root, 'functions')).filter(({ entry }) => entry !== undefined);
    expect(handlers.length).toBeGreaterThan(5);
    // The bundle of one handler shows what all others of its file leave in it, and a second bundle what the first handler does.
    const bundled = [...Map.groupBy(handlers, ({ file }) => file).values()].flatMap((some) =>
      some.slice(0, 2),
    );
    await new Bundler({ outdir }).bundle(bundled.map(({ name }) => name));
    const foreign = bundled.flatMap(({ name, file, entry }) => {
      const neighbours = handlers.filter((one) => one.file === file && one.name !== name);
      const names = neighbours.map((one) => one.entry?.handler ?? '');
      // A function with chunks has its handler in one of them.
      const maps = globSync('*.mjs.map', { cwd: path.join(outdir, name) }).map((map) =>
        JSON.parse(readFileSync(path.join(outdir, name, map), 'utf8')),
      );
      return [file, path.join(root, 'shared', entry?.contract.slice(1) ?? '')].flatMap((source) => {
        const mapped = new Set(maps.flatMap((map) => [...mappedLines(map, path.relative(root, source))]));
        expect(mapped.size).toBeGreaterThan(0);
        return linesOfExports(source, names)
          .filter((line) => mapped.has(line))
          .map((line) => [name, source, line]);
      });
    });
    expect(foreign).toEqual([]);
  });

  test('made of a plain handler have those parts of the pipeline that their declaration needs', async () => {
    const entries = functionSources(path.join(root, 'functions')).flatMap(({ entry }) => entry ?? []);
    for (const { handler, contract, pipeline, recording } of entries) {
      const declared: EndpointDeclaration = (await import(contract))[handler];
      const unkeyed = declared.body ? 'unkeyedOperation' : 'bodilessOperation';
      const changing = declared.idempotent ? 'operation' : unkeyed;
      const records = declared.wakesWorkers === true || declared.recordsActivity === true;
      const onlyReads = declared.data === 'read' && !records;
      const withTable = onlyReads && changing === 'bodilessOperation' ? 'reading' : changing;
      const needed = declared.data === 'none' ? 'plainEndpoint' : withTable;
      expect([handler, pipeline, recording]).toEqual([handler, needed, records]);
    }
  });
});

/** Lines of a source, counted from 0, of which code is in the bundle of a source map. */
function mappedLines(
  { sources, mappings }: { sources: string[]; mappings: string },
  source: string,
): Set<number> {
  const wanted = sources.findIndex((one) => one.replace(/^(\.\.\/)+/, '') === source);
  const lines = new Set<number>();
  let [index, line] = [0, 0];
  for (const segment of mappings.split(/[;,]/)) {
    const [, ofSource, ofLine] = decodedNumbers(segment);
    if (ofSource === undefined || ofLine === undefined) continue;
    [index, line] = [index + ofSource, line + ofLine];
    if (index === wanted) lines.add(line);
  }
  return lines;
}

/** The numbers of a segment of a source map: base64 digits of five bits each, the lowest first, and the sign in the lowest bit. */
function decodedNumbers(segment: string): readonly number[] {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = digits.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

/** Lines, counted from 0, of the declarations of these exports. */
function linesOfExports(file: string, names: readonly string[]): readonly number[] {
  const text = readFileSync(file, 'utf8');
  const lineAt = (place: number) => text.slice(0, place).split('\n').length - 1;
  return parseSync(file, text).program.body.flatMap((statement) => {
    const [, name = ''] =
      /^export (?:async )?(?:function|const) (\w+)/.exec(text.slice(statement.start)) ?? [];
    if (!names.includes(name)) return [];
    const first = lineAt(statement.start);
    return Array.from({ length: lineAt(statement.end) - first + 1 }, (_, n) => first + n);
  });
}

describe('a change of sources', () => {
  let functionsDirectory: string;
  let outdir: string;
  const write = (file: string, text: string) => writeFile(path.join(functionsDirectory, '..', file), text);
  const bundle = () => currentBundles({ functionsDirectory, outdir });
  const bundled = (name: string) => path.join(outdir, name, 'index.mjs');
  const timesOf = (...names: string[]) => names.map((name) => statSync(bundled(name)).mtimeMs);

  beforeEach(async () => {
    const folder = await mkdtemp(path.join(scratch, 'change-'));
    functionsDirectory = path.join(folder, 'functions');
    outdir = path.join(folder, 'bundles');
    await mkdir(functionsDirectory);
    await write('used.ts', 'export const used = 1;\n');
    await write(
      'functions/one.ts',
      `import { used } from '../used.ts';\nexport const handler = () => used;\n`,
    );
    await write('functions/two.ts', 'export const handler = () => 2;\n');
    await bundle();
  });

  test('bundles a function again only if one of its own inputs changed', async () => {
    const before = timesOf('one', 'two');
    await bundle();
    expect(timesOf('one', 'two')).toEqual(before);
    await write('used.ts', 'export const used = 3;\n');
    expect(new Bundler({ functionsDirectory, outdir }).stale()).toEqual(['one']);
    await bundle();
    expect(timesOf('two')).toEqual(before.slice(1));
    const { handler } = await import(bundled('one'));
    expect(handler()).toBe(3);
  });

  test('leaves the files of other functions alone when a function comes', async () => {
    const before = contentsOf(outdir);
    await write(
      'functions/three.ts',
      `import { used } from '../used.ts';\nexport const handler = () => -used;\n`,
    );
    await bundle();
    const { 'three/index.mjs': added, 'three/index.mjs.map': map, ...others } = contentsOf(outdir);
    expect([added, map].every((text) => text !== undefined)).toBe(true);
    expect(others).toEqual(before);
  });

  test('bundles again what is incomplete, and removes files of an earlier bundle', async () => {
    await write(
      'functions/two.ts',
      `export const handler = async () => (await import('yaml')).parseDocument('');\n`,
    );
    await bundle();
    const withLibrary = Object.keys(contentsOf(outdir));
    expect(withLibrary).toEqual(expect.arrayContaining(['two/yaml.mjs', 'two/yaml.mjs.map']));
    await rm(path.join(outdir, 'two/yaml.mjs'));
    await bundle();
    expect(Object.keys(contentsOf(outdir))).toEqual(withLibrary);
    await write('functions/two.ts', 'export const handler = () => 2;\n');
    await bundle();
    expect(Object.keys(contentsOf(outdir)).filter((file) => file.startsWith('two/yaml'))).toEqual([]);
  });

  test.each([
    [
      'a handler without an endpoint',
      'export const getShelf = () => {};\nexport const other = () => {};\n',
      'handles no endpoint with other',
    ],
    ['an endpoint without a handler', 'const getShelf = () => {};\n', 'no handler for getShelf'],
    ['a resource that no record has', 'export const getShelf = () => {};\n', 'no record of shelf'],
  ])('to %s is reported', async (_, handlers, reason) => {
    const contract = `export const shelf = z.object({});
      export const getShelf = endpoint('GET', '/api/v1/shelves/{id}', 'get-shelf', { resource: shelf });`;
    for (const folder of ['functions/farm', 'shared/farm/shelves']) {
      await mkdir(path.join(functionsDirectory, '..', folder), { recursive: true });
    }
    await write('shared/farm/shelves/contract.ts', contract);
    await write('functions/farm/shelves.ts', handlers);
    expect(() => new Bundler({ functionsDirectory, outdir })).toThrow(reason);
  });

  test('that esbuild refuses is reported, and the earlier bundle is not used', async () => {
    await write(
      'functions/one.ts',
      `import { missing } from './missing.ts';\nexport const handler = () => missing;\n`,
    );
    await expect(bundle()).rejects.toThrow(/missing\.ts/);
    expect(new Bundler({ functionsDirectory, outdir }).stale()).toContain('one');
  });
});

test('handlers without chunks leave out what only others import dynamically, and may not call it', async () => {
  const folder = await mkdtemp(path.join(scratch, 'dynamic-'));
  const bundleOf = async (handler: string) => {
    await writeFile(path.join(folder, 'used.ts'), `export const used = 'loaded';\n`);
    await writeFile(path.join(folder, 'one.ts'), handler);
    const { outputFiles } = await build({
      entryPoints: [path.join(folder, 'one.ts')],
      ...{ bundle: true, format: 'esm', write: false, metafile: true, logLevel: 'silent' },
      plugins: [withoutChunks],
    });
    return outputFiles[0]?.text;
  };
  const unused = `export const handler = () => 1;\nconst later = () => import('./used.ts');\n`;
  expect(await bundleOf(unused)).not.toMatch('loaded');
  const handler = `export const handler = () => import('./used.ts');\n`;
  await expect(bundleOf(handler)).rejects.toThrow('functionsWithChunks');
});
