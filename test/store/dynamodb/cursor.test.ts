import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

const list = fc.array(fc.option(fc.string(), { nil: undefined }), { minLength: 1, maxLength: 5 });
const position = fc.string({ unit: 'grapheme' });
const invalid = expect.objectContaining({ code: 'invalid_cursor' });

describe('cursor', () => {
  test('leads back to its position, and is safe in a query string', () => {
    fc.assert(
      fc.property(list, position, (of, at) => {
        const cursor = encodeCursor(of, at);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(of, cursor)).toBe(at);
      }),
    );
  });

  test('of another list, or of other filters, is refused', () => {
    fc.assert(
      fc.property(list, list, position, (of, other, at) => {
        fc.pre(JSON.stringify(of) !== JSON.stringify(other));
        expect(() => decodeCursor(other, encodeCursor(of, at))).toThrow(invalid);
      }),
    );
  });

  test('is refused after any character is changed, added or removed', () => {
    fc.assert(
      fc.property(
        list,
        position,
        fc.nat(),
        fc.constantFrom(...'AZaz09-_=+/ ~'),
        (of, at, place, character) => {
          const cursor = encodeCursor(of, at);
          const index = place % cursor.length;
          const edits = [
            cursor.slice(0, index) + character + cursor.slice(index + 1),
            cursor.slice(0, index) + character + cursor.slice(index),
            cursor.slice(0, index) + cursor.slice(index + 1),
          ];
          for (const edited of edits.filter((text) => text !== cursor)) {
            expect(() => decodeCursor(of, edited)).toThrow(invalid);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of any other text is refused', () => {
    fc.assert(
      fc.property(list, fc.string(), (of, text) => {
        expect(() => decodeCursor(of, text)).toThrow(invalid);
      }),
    );
  });
});
