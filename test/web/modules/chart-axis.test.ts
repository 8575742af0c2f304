import { expect, test } from '@jest/globals';
import { areWhole, wholeSteps } from '#web/components/chart-data.ts';

const line = (...values: (number | null)[]) => ({ label: 'Visits', values });

test('counts have an axis of whole numbers, amounts with cents do not', () => {
  expect(areWhole([line(0, 0, null), line(3)])).toBe(true);
  expect(areWhole([line(1, 2), line(12.5)])).toBe(false);
});

test('the ticks of counts are 1, 2, 5, 10, 20 and so on apart', () => {
  expect(wholeSteps.slice(0, 6)).toEqual([1, 2, 5, 10, 20, 50]);
  expect(wholeSteps.every(Number.isInteger)).toBe(true);
});
