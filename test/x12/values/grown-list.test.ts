import { expect, test } from '@jest/globals';
import { grownList } from '#x12/values/grown-list.ts';

test('keeps all items in order, also of a frozen empty list', () => {
  const none: number[] = [];
  Object.freeze(none);
  let list = none;
  for (let i = 0; i < 20; i++) list = grownList(list, i);
  expect(list).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(none).toEqual([]);
});
