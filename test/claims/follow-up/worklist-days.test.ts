import { describe, expect, test } from '@jest/globals';
import { boundsOf, dayIn, undated } from '#claims/follow-up/worklist-days.ts';

test.each([
  ['America/Denver', '2026-03-02T06:59:59Z', '2026-03-01'],
  ['America/Denver', '2026-03-02T07:00:00Z', '2026-03-02'],
  // Daylight saving time.
  ['America/Denver', '2026-07-01T05:59:59Z', '2026-06-30'],
  ['America/Denver', '2026-07-01T06:00:00Z', '2026-07-01'],
  ['Pacific/Auckland', '2026-12-31T12:00:00Z', '2027-01-01'],
])('the day in %s at %s is %s', (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day);
});

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
