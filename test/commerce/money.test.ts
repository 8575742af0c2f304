import { describe, expect, test } from '@jest/globals';
import { Big } from 'big.js';
import * as fc from 'fast-check';
import {
  apportion,
  decimalOf,
  maxExactCents,
  sumOfLines,
  toCents,
  toDecimalNumber,
} from '#commerce/money.ts';

/** The oracle uses whole numbers of 10^-`scale` that it generated; it never reads a JavaScript number. */
const oracleScale = 12;
const decimalText = (units: bigint) => {
  const digits = units.toString().padStart(oracleScale + 1, '0');
  return `${digits.slice(0, -oracleScale)}.${digits.slice(-oracleScale)}`;
};
const unit = 10n ** BigInt(oracleScale - 2);
const halfUp = (units: bigint) => (2n * units + unit) / (2n * unit);

/** At most 15 significant digits, so that number and text have the same value. */
const pricedLine = fc.record({
  units: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
  quantity: fc.integer({ min: 1, max: 100_000 }),
});

describe('total of an order', () => {
  test.each([
    ['0.1 × 3 is 0.30', [{ price: 0.1, quantity: 3 }], 30n],
    ['1.005 is 1.01, half up in decimal', [{ price: 1.005, quantity: 1 }], 101n],
    ['2.675 × 1 is 2.68', [{ price: 2.675, quantity: 1 }], 268n],
    [
      'rounded once, at the end',
      [
        { price: 0.004, quantity: 1 },
        { price: 0.004, quantity: 1 },
      ],
      1n,
    ],
    ['1e-7 × 10,000,000 is 1.00', [{ price: 1e-7, quantity: 10_000_000 }], 100n],
    ['the smallest number rounds to zero', [{ price: 5e-324, quantity: 1 }], 0n],
    ['1e21 is not lost in its exponent', [{ price: 1e21, quantity: 2 }], 2n * 10n ** 23n],
    ['no lines cost nothing', [], 0n],
  ])('%s', (_, lines, cents) => {
    expect(toCents(sumOfLines(lines))).toBe(cents);
  });

  test('equals the sum by whole numbers, for any prices', () => {
    fc.assert(
      fc.property(fc.array(pricedLine, { maxLength: 20 }), (lines) => {
        const exact = lines.reduce((sum, { units, quantity }) => sum + units * BigInt(quantity), 0n);
        const priced = lines.map(({ units, quantity }) => ({ price: Number(decimalText(units)), quantity }));
        expect(toCents(sumOfLines(priced))).toBe(halfUp(exact));
      }),
      { numRuns: 500 },
    );
  });

  test('does not depend on the order of the lines', () => {
    const line = fc.record({
      price: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      quantity: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(toCents(sumOfLines(lines.toReversed()))).toBe(toCents(sumOfLines(lines)));
      }),
    );
  });
});

describe('decimal of a number', () => {
  test('equals the number, for every double', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(decimalOf(value).toFixed())).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %p', (value) => {
    expect(() => decimalOf(value)).toThrow(RangeError);
  });
});

describe('apportioning', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });

  test('parts add up to the total, and each is within a cent of its amount', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (units) => {
        const amounts = units.map((one) => new Big(`${one}e-5`));
        const total = toCents(amounts.reduce((sum, one) => sum.plus(one)));
        const parts = apportion(total, amounts);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total);
        for (const [index, part] of parts.entries()) {
          const cut = (units[index] ?? 0n) / 1000n;
          expect(part === cut || part === cut + 1n).toBe(true);
        }
      }),
    );
  });

  test('the cent left over goes to the largest remainder, the first among equals', () => {
    const amounts = [decimalOf(1.004), decimalOf(1.006), decimalOf(1.006), decimalOf(1.004)];
    expect(apportion(402n, amounts)).toEqual([100n, 101n, 101n, 100n]);
    expect(apportion(201n, [decimalOf(1.005), decimalOf(1.005)])).toEqual([101n, 100n]);
  });
});

describe('decimal number for JSON', () => {
  test('two amounts a cent apart stay distinct, up to the maximum', () => {
    const amount = fc.oneof(
      fc.bigInt({ min: 0n, max: maxExactCents - 1n }),
      // The doubles just below 2^46 lie farthest apart.
      fc.bigInt({ min: maxExactCents - 10n ** 6n, max: maxExactCents - 1n }),
    );
    fc.assert(
      fc.property(amount, (cents) => {
        expect(toDecimalNumber(cents)).not.toBe(toDecimalNumber(cents + 1n));
        expect(toCents(decimalOf(toDecimalNumber(cents)))).toBe(cents);
      }),
      { numRuns: 2000 },
    );
    expect(String(toDecimalNumber(maxExactCents - 1n))).toBe('70368744177663.99');
  });

  test.each([maxExactCents + 1n, -maxExactCents - 1n])('refuses %s cents', (cents) => {
    expect(() => toDecimalNumber(cents)).toThrow(RangeError);
  });

  test.each([
    [0n, 0],
    [5n, 0.05],
    [30n, 0.3],
    [-1234n, -12.34],
  ])('%s cents', (cents, value) => {
    expect(toDecimalNumber(cents)).toBe(value);
  });
});
