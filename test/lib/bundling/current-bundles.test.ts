import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { currentBundles } from '#lib/bundling/bundle.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'granary-current-'));
afterAll(() => rm(scratch, { recursive: true }));

const functionsDirectory = path.join(scratch, 'functions');
const outdir = path.join(scratch, 'bundles');
const bundle = path.join(outdir, 'one', 'index.mjs');
const mark = path.join(outdir, '.digest');
const write = (answer: number) =>
  writeFileSync(path.join(functionsDirectory, 'one.ts'), `export const handler = () => ${answer};\n`);
const made = () => [bundle, mark].map((file) => statSync(file).mtimeMs);

beforeEach(async () => {
  await mkdir(functionsDirectory, { recursive: true });
  write(1);
  await currentBundles({ functionsDirectory, outdir });
});

test('does not bundle unchanged sources again', async () => {
  const before = made();
  expect(await currentBundles({ functionsDirectory, outdir })).toBe(outdir);
  expect(made()).toEqual(before);
});

test('bundles changed sources again', async () => {
  const before = made();
  write(2);
  await currentBundles({ functionsDirectory, outdir });
  expect(made()[0]).not.toBe(before[0]);
  const { handler } = await import(bundle);
  expect(handler()).toBe(2);
});

test.each([
  ['a bundle', bundle],
  ['the mark', mark],
])('bundles again if %s is missing', async (_, file) => {
  rmSync(file);
  await currentBundles({ functionsDirectory, outdir });
  expect(made().every((at) => at > 0)).toBe(true);
});
