import { expect, test } from '@jest/globals';
import { IdTable } from '#x12/values/id-table.ts';

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
