import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCents, parseCents } from '#x12/values/money.ts';
import { readCents } from '#x12/values/number-and-date.ts';

test('reads back the text of every amount of a file', () => {
  const amount = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(amount, (value) => {
      const text = formatCents(value);
      const bytes = Buffer.from(text);
      const read = readCents(bytes, 0, bytes.length);
      expect(read === undefined || parseCents(text) === read).toBe(true);
    }),
    { examples: [[9_007_199_254_740_900], [100_000_000_000_000], [-1_000_000_000_000_000]] },
  );
});

test('refuses amounts that a double cannot hold exactly', () => {
  expect(parseCents('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER);
  expect(parseCents('90071992547409.92')).toBeUndefined();
});
