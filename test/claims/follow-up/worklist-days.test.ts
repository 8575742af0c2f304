import { describe, expect, test } from '@jest/globals';
import { boundsOf, undated } from '#claims/follow-up/rules.ts';

describe('The bounds of the worklist', () => {
  const today = '2026-02-28';
  const keyOf = (day: string) => `${day}#some id`;

  test.each([
    ['overdue', ['2026-02-27']],
    ['today', ['2026-02-28']],
    ['later', ['2026-03-01', '2030-01-01']],
    ['undated', [undated]],
    [undefined, ['2026-02-27', '2026-02-28', '2026-03-01', '2030-01-01', undated]],
  ] as const)('of %s hold its days only', (due, days) => {
    const { from, below } = boundsOf(due, today);
    const all = ['2026-02-27', '2026-02-28', '2026-03-01', '2030-01-01', undated];
    expect(all.filter((day) => keyOf(day) >= from && keyOf(day) <= below)).toEqual(days);
  });
});
