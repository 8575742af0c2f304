import { expect, test } from '@jest/globals';
import { contentChanges, isSame } from '#claims/edit/content-changes.ts';

test('lists members that were added, removed and changed, and nothing of the transaction', () => {
  const before = {
    transaction: { batch_id: 'A' },
    note: { text: 'x' },
    lines: [{ charge: '1.00', procedure: { code: '99213' } }, { charge: '2.00' }],
    same: [1, { a: 1 }],
  };
  const after = {
    transaction: { batch_id: 'B' },
    lines: [{ charge: '1.50', procedure: { code: '99213', modifiers: ['25'] } }],
    same: [1, { a: 1 }],
    rendering: { id: '1' },
  };
  expect(contentChanges(before, after)).toEqual([
    { path: '/note', change: 'removed' },
    { path: '/lines/0/charge', change: 'changed' },
    { path: '/lines/0/procedure/modifiers', change: 'added' },
    { path: '/lines/1', change: 'removed' },
    { path: '/rendering', change: 'added' },
  ]);
});

test('reports a value of another type as one change', () => {
  expect(contentChanges({ a: { b: 1 } }, { a: [1] })).toEqual([{ path: '/a', change: 'changed' }]);
});

test.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ a: undefined }, {}, true],
  [null, undefined, false],
])('compares %j with %j', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});
