import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The recipes with a diff: what they change, by file. */
const recipes = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8')
  .split(/^###? /m)
  .flatMap((section) => {
    const [, diff] = section.match(/```diff\n([\s\S]*?)```/) ?? [];
    if (diff === undefined) return [];
    const [title = ''] = section.split('\n');
    const files = diff.split(/^\+{3} /m).slice(1);
    return [{ title, files: files.map(fileOf) }];
  });

function fileOf(text: string) {
  const [file = '', ...lines] = text.trimEnd().split('\n');
  const changes = lines.join('\n').split(/^@@\n/m);
  return { file, changes: changes.map((change) => change.trimEnd().split('\n')) };
}

const linesOf = (change: readonly string[], marks: string): string =>
  change
    .flatMap((line) => (line === '' || marks.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : []))
    .join('');

const copy = mkdtempSync(path.join(tmpdir(), 'granary-recipes-'));
const copied = [
  'bin',
  'clients',
  'functions',
  'lib',
  'shared',
  'test',
  'web',
  'package.json',
  'package-lock.json',
];
const settings = ['tsconfig.json', 'jest.config.js', 'cdk.json'];

/** Applies a change at the lines that it keeps or removes, which must be in one place. */
function apply(file: string, change: readonly string[]): void {
  const source = readFileSync(path.join(copy, file), 'utf8');
  const before = linesOf(change, ' -');
  const parts = `\n${source}`.split(`\n${before}`);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places with:\n${before}`);
  writeFileSync(path.join(copy, file), parts.join(`\n${linesOf(change, ' +')}`).slice(1));
}

/** A test ends with its program. */
const timeout = 240_000;
jest.setTimeout(timeout + 5000);

/** Runs a program of the repository on the copy. */
async function onCopy(program: string, ...given: readonly string[]): Promise<void> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  };
  try {
    await run(process.execPath, [program, ...given], { cwd: copy, env, maxBuffer: 1e8, timeout });
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error);
    throw new Error(`${program} ${given.join(' ')}\n${stdout}\n${stderr}`);
  }
}

beforeAll(async () => {
  for (const one of [...copied, ...settings]) {
    const filter = (source: string) => !/[\\/](node_modules|dist|\.cache)$/.test(source);
    cpSync(path.join(root, one), path.join(copy, one), { recursive: true, filter });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const { files } of recipes)
    for (const { file, changes } of files) for (const change of changes) apply(file, change);
  await onCopy('bin/openapi.ts');
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('each recipe touches four files or fewer', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    ...['Add a field', 'Add an endpoint', 'Add a record'],
    'Add an element of a response',
  ]);
  for (const { title, files } of recipes) expect([title, files.length <= 4]).toEqual([title, true]);
});

test.each(['.', 'web'])('the types of %s are correct with all recipes', async (project) => {
  await onCopy('node_modules/typescript/bin/tsc', '--noEmit', '--incremental', 'false', '-p', project);
});

test('the functions of the new endpoints are bundled', async () => {
  const bundle = `
    import { Bundler } from './lib/bundling/bundle.ts';
    const bundler = new Bundler();
    await bundler.bundle(bundler.names.filter((name) => /(duplicate-stop|day-note)$/.test(name)));
    process.exit();`;
  writeFileSync(path.join(copy, 'bundle.ts'), bundle);
  await onCopy('bundle.ts');
  for (const name of ['duplicate-stop', 'set-day-note', 'get-day-note'])
    expect([name, existsSync(path.join(copy, `.cache/functions/commerce/${name}/index.mjs`))]).toEqual([
      name,
      true,
    ]);
});

test('the new endpoints reply as their examples show, and the tests of what was changed pass', async () => {
  const access = 'test/functions/commerce/declared-access';
  const response = ['test/x12/277ca', 'test/claims/responses/described-replies'];
  const commerce = ['test/commerce/stops', 'test/contract/examples', 'test/store/commerce/places', access];
  const tests = [...commerce, ...response];
  await onCopy('node_modules/jest/bin/jest.js', '-w', '1', '--selectProjects', 'parts', '--', ...tests);
});
