import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readNumber, storeNumber } from '#store/dynamodb/stored-number.ts';

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
