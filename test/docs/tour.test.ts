import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { pastedBlocks, pastedPages } from './page.ts';
import { type Pasted, pasteAll, withoutVolatile } from './pasted.ts';

const root = resolve(import.meta.dirname, '../..');
const day = 86_400_000;

const groups = pastedPages.map((names) =>
  names.map((name) => ({
    name,
    blocks: pastedBlocks(resolve(root, name)).map((block) => ({ ...block, name })),
  })),
);
const pages = groups.flat();
const results = new Map<string, readonly Pasted[]>();

beforeAll(async () => {
  // The tour reads the revenue of the day (UTC): all of its orders have to be of one day.
  const untilMidnight = day - (Date.now() % day);
  if (untilMidnight < 120_000) await delay(untilMidnight);
  await Promise.all(
    groups.map(async (group) => {
      const pasted = await pasteAll(group.flatMap(({ blocks }) => blocks));
      for (const { name, blocks } of group) results.set(name, pasted.splice(0, blocks.length));
    }),
  );
}, 300_000);

describe.each(pages)('$name, pasted into shells', ({ name, blocks }) => {
  let pasted: readonly Pasted[];

  beforeAll(() => {
    pasted = results.get(name) ?? [];
  });

  test.each(blocks.map((block, n) => ({ ...block, n })))('$name:$line runs', ({ n, output }) => {
    expect(pasted[n]?.exitCode).toBe(0);
    if (output === undefined) expect(pasted[n]?.output).toBe('');
    else expect(withoutVolatile(pasted[n]?.output ?? '')).toBe(withoutVolatile(output));
  });

  test('shows the output of its commands', () => {
    expect(blocks.some(({ output }) => output !== undefined)).toBe(true);
  });
});

test.each(['README.md', 'docs/tour.md'])('%s starts afresh before it drops the sample file', (name) => {
  const page = readFileSync(resolve(root, name), 'utf8');
  const start = page.indexOf('Run `npm start -- --fresh`');
  expect(start).toBeGreaterThan(0);
  expect(page.indexOf('samples/claims.x12')).toBeGreaterThan(start);
});

test.each(['README.md', 'docs/tour.md'])('%s has claims commands that work in a clean shell', (name) => {
  const blocks = pages.find((page) => page.name === name)?.blocks ?? [];
  const first = blocks.find(({ commands }) => commands.includes('claimsApiKeys.biller'));
  expect(first?.beginsShell).toBe(true);
});
