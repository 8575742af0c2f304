import { Buffer } from 'node:buffer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { grownList } from '#x12/values/grown-list.ts';
import { IdTable } from '#x12/values/id-table.ts';
import { formatCents, parseCents } from '#x12/values/money.ts';
import { isoDate, readCents, readDecimal } from '#x12/values/number-and-date.ts';
import { amountText } from '#x12/writer/writer.ts';

test('keeps all items in order, also of a frozen empty list', () => {
  const none: number[] = [];
  Object.freeze(none);
  let list = none;
  for (let i = 0; i < 20; i++) list = grownList(list, i);
  expect(list).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(none).toEqual([]);
});

test('numbers ids in the order of their addition, however they collide', () => {
  const table = new IdTable(6);
  const ids = Array.from({ length: 32 }, (_, i) => i * 65_537 - 7);
  expect(ids.map((id) => table.add(id))).toEqual(ids.map((_, i) => i));
  expect(ids.map((id) => table.add(id))).toEqual(ids.map((_, i) => i));
  expect(ids.map((id) => table.get(id))).toEqual(ids.map((_, i) => i));
  expect(table.size).toBe(32);
});

test('does not know other ids, nor the empty one', () => {
  const table = new IdTable(3);
  table.add(1);
  expect([table.get(0), table.get(2), table.get(-1)]).toEqual([-1, -1, -1]);
});

test('refuses more ids than half of its slots', () => {
  const table = new IdTable(2);
  table.add(1);
  table.add(2);
  expect(() => table.add(3)).toThrow(RangeError);
});

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

const cents = (text: string) => readCents(Buffer.from(text), 0, text.length);
const number = (text: string) => readDecimal(Buffer.from(text), 0, text.length);

test.each([
  ['0', 0],
  ['100', 10_000],
  ['100.5', 10_050],
  ['.05', 5],
  ['12.', 1_200],
  ['12.500', 1_250],
  ['-0', 0],
  ['-1.01', -101],
  ['99999999.99', 9_999_999_999],
  ['', undefined],
  ['-', undefined],
  ['.', undefined],
  ['1.005', undefined],
  ['1,000', undefined],
  ['1E3', undefined],
  ['--1', undefined],
  ['1.2.3', undefined],
  ['99999999999999999', undefined],
])('%s in cents', (text, expected) => {
  expect(cents(text)).toBe(expected);
});

test('writes and reads back cents exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (amount) => {
      expect(cents(amountText(amount))).toBe(amount);
    }),
  );
});

test.each([
  ['1', 1],
  ['1.5', 1.5],
  ['-.25', -0.25],
  ['0.1', 0.1],
  ['', undefined],
  ['1.5.5', undefined],
  ['x', undefined],
])('%s as a number', (text, expected) => {
  expect(number(text)).toBe(expected);
});

test.each([
  ['20240229', '2024-02-29'],
  ['20000229', '2000-02-29'],
  ['19000229', undefined],
  ['20230229', undefined],
  ['20231301', undefined],
  ['20230431', undefined],
  ['2023043', undefined],
  ['2023-4-1', undefined],
])('%s as a date', (text, expected) => {
  expect(isoDate(text)).toBe(expected);
  expect(isoDate(text)).toBe(expected);
});

test('accepts the days of the calendar', () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (day) => {
      const iso = day.toISOString().slice(0, 10);
      expect(isoDate(iso.replaceAll('-', ''))).toBe(iso);
    }),
  );
});
