import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { compiledCode } from '../compiled-code.ts';

describe('release check', () => {
  const program = path.resolve(import.meta.dirname, '../../bin/release-check.ts');

  /** A repository whose documents have one operation with the statuses of a file. */
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'granary-release-'));
    git('init', '--quiet');
    mkdirSync(path.join(folder, 'bin'));
    write('.gitignore', 'dist/\n');
    write('bin/openapi.ts', openapi);
    release('1.0.0', ['200', '204']);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const openapi = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const responses = JSON.parse(readFileSync('statuses.json', 'utf8'));
const get = { operationId: 'getThing', tags: ['things'], responses };
mkdirSync('dist', { recursive: true });
writeFileSync('dist/openapi.json', JSON.stringify({ paths: { '/things': { get } }, components: {} }));
writeFileSync('dist/openapi-claims.json', JSON.stringify({ paths: {}, components: {} }));
`;

  test('says that there is nothing to compare with before the first tag', () => {
    expect(check()).toEqual([0, 'There is no tag yet, so there is no release to compare with.\n', '']);
  });

  test('names the breaking changes since the last tag, and fails until the major version is higher', () => {
    git('tag', 'v1.0.0');
    const none = 'no breaking changes since v1.0.0';
    expect(check()).toEqual([0, `commerce: ${none}\nclaims: ${none}\n`, '']);
    release('1.1.0', ['200']);
    const changes = `commerce: 1 breaking change since v1.0.0
  status 204 is removed: GET /things
claims: ${none}
`;
    const failure = 'release:check: breaking changes need a higher major version in package.json\n';
    expect(check()).toEqual([1, changes, failure]);
    release('2.0.0', ['200']);
    expect(check()).toEqual([0, changes, '']);
  });

  test('refuses what is no commit in one line', () => {
    expect(check('v7')).toEqual([1, '', 'release:check: v7 is not a commit of this repository\n']);
  });

  function check(...arguments_: readonly string[]): readonly [number | null, string, string] {
    const env = { ...process.env, ...compiledCode };
    const options = { cwd: folder, encoding: 'utf8', env } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...arguments_], options);
    return [status, stdout, stderr];
  }

  function release(version: string, statuses: readonly string[]): void {
    write('package.json', JSON.stringify({ version, type: 'module' }));
    write('statuses.json', JSON.stringify(Object.fromEntries(statuses.map((status) => [status, {}]))));
    git('add', '--all');
    git(
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      'commit',
      '--quiet',
      '--message',
      version,
    );
  }

  function git(...arguments_: readonly string[]): void {
    execFileSync('git', arguments_, { cwd: folder });
  }

  const write = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);
});

const names = z.union([z.array(z.string()), z.string().transform((one) => [one])]).default([]);
const packageSchema = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  inBundle: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
  optional: z.boolean().default(false),
  os: names,
  cpu: names,
});
const read = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
const lockfile = z.object({ packages: z.record(z.string(), packageSchema) }).parse(read('package-lock.json'));
const programsSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));
const manifest = z
  .object({ nodePrograms: programsSchema, optionalDependencies: z.record(z.string(), z.string()) })
  .parse(read('package.json'));

/** Every locked package except Granary itself, whose key is the empty path. */
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '');

test('no required package is bound to a platform', () => {
  const bound = packages.filter(
    ([, { optional, os, cpu }]) => !optional && (os.length > 0 || cpu.length > 0),
  );
  expect(bound.map(([path]) => path)).toEqual([]);
  // Some optional packages name a platform, so the check does detect platforms.
  expect(packages.some(([, { os }]) => os.includes('darwin'))).toBe(true);
});

test('every package has its hash, and no address of a registry', () => {
  // A bundled package is a part of the package around it.
  const own = packages.filter(([, { inBundle }]) => !inBundle);
  expect(own.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(own.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('every packaged Node is locked, without a script, and has the hash of its program', () => {
  const { nodePrograms, optionalDependencies } = manifest;
  const locked = packages.filter(([path]) => /^node_modules\/node(-bin)?-(linux|darwin)-/.test(path));
  expect(locked.map(([path]) => path.replace('node_modules/', ''))).toEqual(Object.keys(nodePrograms));
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  expect(optionalDependencies).toMatchObject(
    Object.fromEntries(locked.map(([path, { version }]) => [path.replace('node_modules/', ''), version])),
  );
});
