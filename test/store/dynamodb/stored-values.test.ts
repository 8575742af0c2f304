import { NumberValue } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readNumber, storeNumber } from '#store/dynamodb/stored-number.ts';
import { valueSize } from '#store/dynamodb/value-size.ts';
import { itemBytes } from '#test/dynamodb-limits/units/item-size.ts';

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc
    .double({ noNaN: true, min: -1e15, max: 1e15 })
    .filter((number) => number === 0 || Math.abs(number) > 1e-100),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }).map((number) => NumberValue.from(String(number))),
  fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((texts) => new Set(texts)),
);
// The SDK takes an object with a field `constructor` for an instance of a class.
const name = fc.string().map((text) => `n${text}`);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('value')), fc.dictionary(name, tie('value'))),
}));

describe('the size of a value', () => {
  test('is never less than the size that DynamoDB counts', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (item) => {
        const counted = itemBytes(attributesOf(item));
        expect(valueSize(item)).toBeGreaterThanOrEqual(counted);
      }),
    );
  });

  test('counts bytes and texts as they are', () => {
    expect(valueSize(Buffer.alloc(300_000))).toBe(300_000);
    expect(valueSize({ n: 'ü'.repeat(1000) })).toBe(2005);
  });
});

describe('stored number', () => {
  test('reads back as the same number, for every double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const stored = JSON.parse(JSON.stringify(storeNumber(value)));
        // JSON and DynamoDB have no negative zero.
        expect(readNumber(stored)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([0, 0.1, 1e-100, 12.345, Number.MAX_SAFE_INTEGER])('%p is a number in the table', (value) => {
    expect(storeNumber(value)).toBe(value);
  });

  test.each([5e-324, 1e-101, 2 ** 53, 1e126, Number.MAX_VALUE])('%p is text in the table', (value) => {
    expect(storeNumber(value)).toBe(String(value));
  });
});

const attributesOf = (item: object) =>
  Object.fromEntries(Object.entries(marshall(item)).map(([name, attribute]) => [name, { ...attribute }]));
