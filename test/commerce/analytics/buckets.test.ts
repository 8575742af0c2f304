import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { monthOf } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import { bucketAt, bucketsOf } from '#commerce/analytics/buckets.ts';
import { markOf, timeOfMark } from '#commerce/analytics/cohort-marks.ts';
import { growth, ratio } from '#commerce/analytics/exact-numbers.ts';

const zones = [
  'UTC',
  'America/Denver',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'Africa/Cairo',
  'America/Santiago',
];

describe('buckets of a period', () => {
  test('weeks begin on Monday, and the first and last bucket end with the period', () => {
    const buckets = bucketsOf({ timeZone: 'Europe/Berlin', from: '2026-10-21', to: '2026-11-03' }, 'week');
    expect(buckets.map(({ date }) => date)).toEqual(['2026-10-21', '2026-10-26', '2026-11-02']);
    expect(new Date(buckets.at(-1)?.end ?? 0).toISOString()).toBe('2026-11-03T23:00:00.000Z');
  });

  test('months and five years of days have no gaps', () => {
    const period = { timeZone: 'America/Denver', from: '2024-01-31', to: '2029-01-30' };
    for (const interval of ['day', 'month'] as const) {
      const buckets = bucketsOf(period, interval);
      expect(buckets).toHaveLength(interval === 'day' ? 1827 : 61);
      buckets.forEach(({ start }, index) => {
        if (index > 0) expect(start).toBe(buckets[index - 1]?.end);
        expect(bucketAt(buckets, start)).toBe(index);
      });
    }
  });
});

describe('marks of customers', () => {
  test('have the month of their orders in every time zone', () => {
    const time = fc
      .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
      .map((at) => new Date(at).toISOString());
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, (timeZone, text) => {
        const month = monthOf(localDay(new Date(text), timeZone));
        expect(monthOf(localDay(new Date(timeOfMark(markOf(text))), timeZone))).toBe(month);
      }),
      { numRuns: 500 },
    );
  });
});

describe('figures', () => {
  test('are compared with four decimals, and not with nothing', () => {
    expect([growth(150n, 100n), growth(50n, 100n), growth(1n, 0n), ratio(1n, 3n), ratio(-2n, 3n)]).toEqual([
      0.5,
      -0.5,
      null,
      0.3333,
      -0.6667,
    ]);
  });
});
