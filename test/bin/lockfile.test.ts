import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import * as z from 'zod';

const packageSchema = z.object({
  optional: z.boolean().default(false),
  os: z.array(z.string()).default([]),
  cpu: z.array(z.string()).default([]),
});
const lockfile = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(
    JSON.parse(readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8')),
  );

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

test('the Node package is optional, because its script needs a package of the platform', () => {
  expect(lockfile.packages['node_modules/node']?.optional).toBe(true);
});
