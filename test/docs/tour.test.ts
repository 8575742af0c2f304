import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pastedStacks } from './page.ts';
import { type Clone, type Pasted, startClone, withoutVolatile } from './pasted.ts';

const day = 86_400_000;
const root = resolve(import.meta.dirname, '../..');
const stacks = pastedStacks(root);

describe.each(stacks)('beside `npm start -- $flags`', ({ flags, pages }) => {
  let clone: Clone | undefined;
  beforeAll(async () => {
    clone = await startClone(flags);
  });
  afterAll(async () => await clone?.stop());

  describe.each(pages)('$name, pasted into shells', ({ blocks }) => {
    let pasted: readonly Pasted[] = [];
    beforeAll(async () => {
      // The tour reads the revenue of the day (UTC): all of its orders have to be of one day.
      const untilMidnight = day - (Date.now() % day);
      if (untilMidnight < 60_000) await delay(untilMidnight);
      pasted = (await clone?.paste(blocks)) ?? [];
    });

    test.each(blocks.map((block, n) => ({ ...block, n })))('line $line runs', ({ n, output }) => {
      expect(withoutVolatile(pasted[n]?.output ?? '')).toBe(withoutVolatile(output ?? ''));
      expect(pasted[n]?.exitCode).toBe(0);
    });

    test('shows the output of its commands', () => {
      expect(blocks.some(({ output }) => output !== undefined)).toBe(true);
    });
  });
});

test.each(['README.md', 'docs/tour.md'])('%s starts afresh before it drops the sample file', (name) => {
  const page = readFileSync(resolve(root, name), 'utf8');
  const start = page.indexOf('Run `npm start -- --fresh`');
  expect(start).toBeGreaterThan(0);
  expect(page.indexOf('samples/claims.x12')).toBeGreaterThan(start);
});

test.each(['README.md', 'docs/tour.md'])('%s has claims commands that work in a clean shell', (name) => {
  const blocks = stacks.flatMap(({ pages }) => pages.find((page) => page.name === name)?.blocks ?? []);
  const first = blocks.find(({ commands }) => commands.includes('claimsApiKeys.biller'));
  expect(first?.beginsShell).toBe(true);
});
