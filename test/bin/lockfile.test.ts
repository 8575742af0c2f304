import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import * as z from 'zod';

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
