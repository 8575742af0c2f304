import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MemorySpool, type Spool, spoolLines, UsedCharacters } from '#x12/writer/spool.ts';
import { FileSpool } from '../../../bin/x12/file-spool.ts';

const spools = {
  'in memory': () => new MemorySpool(),
  'in a file': () => new FileSpool(),
} as const satisfies Readonly<Record<string, () => Spool>>;

describe.each(Object.entries(spools))('a spool %s', (_, newSpool) => {
  test('returns appended text that was not truncated', () => {
    const long = fc
      .tuple(fc.stringMatching(/^[ -~]{1,40}$/), fc.integer({ min: 1, max: 6_000 }))
      .map(([text, times]) => text.repeat(times));
    const step = fc.oneof(
      fc.record({ append: long }),
      fc.record({ keep: fc.double({ min: 0, max: 1, noNaN: true }) }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (steps, part) => {
          const spool = newSpool();
          let expected = '';
          for (const one of steps) {
            if ('append' in one) {
              spool.append(one.append);
              expected += one.append;
            } else {
              const place = Math.floor(expected.length * one.keep);
              spool.truncate(place);
              expected = expected.slice(0, place);
            }
            expect(spool.length).toBe(expected.length);
          }
          const from = Math.floor(expected.length * part);
          expect([...spool.read(0, expected.length)].join('')).toBe(expected);
          expect([...spool.read(from, expected.length)].join('')).toBe(expected.slice(from));
          expect([...spool.read(0, from)].join('')).toBe(expected.slice(0, from));
          if (spool instanceof FileSpool) spool.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('returns lines between two places', () => {
    const spool = newSpool();
    const lines = Array.from({ length: 5_000 }, (_, i) => `{"line":${i},"text":"${'x'.repeat(i % 50)}"}`);
    spool.append('before\n');
    const from = spool.length;
    for (const line of lines) spool.append(`${line}\n`);
    const to = spool.length;
    spool.append('behind\n');
    expect([...spoolLines(spool, from, to)]).toEqual(lines);
    if (spool instanceof FileSpool) spool.close();
  });
});

test('records the characters of all text', () => {
  const used = new UsedCharacters();
  used.note('A*B');
  used.note('C|');
  expect(['*', '|', 'C', '~', ':'].map((mark) => used.includes(mark))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
