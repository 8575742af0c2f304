import { expect, test } from '@jest/globals';
import { retryTime } from '#store/commerce/work/work-items.ts';

test('failed work runs again after 30 seconds, one minute, two …, an hour at most', () => {
  const now = new Date('2026-11-22T08:00:00.000Z');
  const seconds = [1, 2, 3, 7, 8, 100, 5000].map(
    (attempt) => (retryTime(attempt, now).getTime() - now.getTime()) / 1000,
  );
  expect(seconds).toEqual([30, 60, 120, 1920, 3600, 3600, 3600]);
});
