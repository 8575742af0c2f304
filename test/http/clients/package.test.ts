import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stack } from '../stack/api-client.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

let project: string;

beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'granary-client-'));
  const { stdout: file } = await run(process.execPath, ['bin/client-pack.ts', '--destination', project], {
    cwd: root,
  });
  write('package.json', JSON.stringify({ name: 'program', private: true, type: 'module' }));
  write('program.ts', programOf(readFileSync(`${root}/clients/typescript/README.md`, 'utf8')));
  const options = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    exactOptionalPropertyTypes: true,
    types: [],
    // The declarations of the package are checked, those of the language are not.
    skipDefaultLibCheck: true,
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['program.ts'] }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file.trim()], { cwd: project });
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

test('the package holds compiled code, types, the page and the license, and needs no other package', () => {
  const installed = path.join(project, 'node_modules/granary-client');
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'granary-client',
  ]);
});

test('the program of its page type-checks in an empty project and runs against the stack', async () => {
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--project', project]);
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: project });
  expect(stdout.split('\n')).toEqual(['Plums "v1" true', 'total 5', 'true', '409', 'undefined', '']);
}, 300_000);

/** Joins the blocks of the page, and puts the stack under test in the place of its samples. */
function programOf(page: string): string {
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const samples: Readonly<Record<string, string>> = {
    'https://api.example.com': stack.baseUrl,
    'your API key': stack.apiKeys.owner,
    'your brand id': stack.brandId,
    'your claims API key': stack.claimsApiKeys.biller,
  };
  return Object.entries(samples).reduce(
    (program, [sample, value]) => program.replaceAll(sample, value),
    blocks.join('\n'),
  );
}

const write = (name: string, content: string): void => writeFileSync(path.join(project, name), content);
