import { Buffer } from 'node:buffer';
import { expect, test } from '@jest/globals';
import { pack } from '#x12/reader/segment.ts';
import { packBytes } from '#x12/reader/segment-bytes.ts';

test.each(['', 'A', 'B6', 'NM1', 'AB12', '\xff\xff\xff\xff'])(
  'packs %j as its text, wherever it lies',
  (text) => {
    for (const after of ['', '*', '*123~']) {
      const bytes = Buffer.from(`*${text}${after}`, 'latin1');
      expect(packBytes(bytes, 1, 1 + text.length)).toBe(pack(text));
    }
  },
);

test('has no number for more than four bytes', () => {
  expect(packBytes(Buffer.from('ABCDE'), 0, 5)).toBe(-1);
});
