import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { builtBundles, root } from './built-bundles.ts';

const { outdir, bundleOf } = await builtBundles();

// Inside the repository, because sources elsewhere would not find the libraries.
let scratch: string;
beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true });
  scratch = await mkdtemp(path.join(root, '.cache/test-bundles-'));
});
afterAll(() => rm(scratch, { recursive: true }));

describe('bundling', () => {
  test.each([
    ['submissions', 'submit-claims/ssh2-sftp-client.mjs'],
    ['files', expect.stringMatching(/^ingest-file[/]claim-file-\w{8}\.mjs$/)],
  ])('writes the same bytes of claims/%s in another directory', async (room, expectedFile) => {
    const elsewhere = path.join(scratch, `elsewhere-${room}`);
    await currentBundles({
      functionsDirectory: path.join(root, 'functions/claims', room),
      outdir: elsewhere,
    });
    const files = globSync('**/*.mjs', { cwd: elsewhere }).sort();
    expect(files).toEqual(expect.arrayContaining([expectedFile]));
    for (const file of files) {
      const [one, other] = [
        await readFile(path.join(outdir, 'claims', file)),
        await readFile(path.join(elsewhere, file)),
      ];
      expect({ file, isSame: one.equals(other) }).toEqual({ file, isSame: true });
    }
  });

  test('meets no string schema with a format method, which bundles leave out', () => {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(z.string()));
    const formats = methods.filter((name) => ['email', 'url', 'uuid', 'date', 'datetime'].includes(name));
    const calls = new RegExp(
      `z\\s*\\.string\\([^)]*\\)(\\s*\\.\\w+\\([^()]*\\))*\\s*\\.(${formats.join('|')})\\(`,
    );
    expect(formats.length).toBeGreaterThan(0);
    expect(calls.test('z.string().min(1).email()')).toBe(true);
    const sources = globSync('{shared,functions}/**/*.ts', { cwd: root });
    expect(sources.filter((file) => calls.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

  test('keeps unchanged files and removes stale ones', async () => {
    const options = {
      functionsDirectory: path.join(root, 'test/fixtures/functions'),
      outdir: path.join(scratch, 'again'),
    };
    const directory = path.join(options.outdir, 'connect-sftp');
    const timesOf = async (files: readonly string[]) =>
      Promise.all(files.map(async (file) => [file, (await stat(path.join(directory, file))).mtimeMs]));
    await currentBundles(options);
    const made = (await readdir(directory)).sort();
    const before = await timesOf(made);
    for (const stale of ['yaml.mjs', 'yaml.mjs.map']) await writeFile(path.join(directory, stale), '');
    await currentBundles(options);
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
