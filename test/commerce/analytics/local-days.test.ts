import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { bucketAt, bucketsOf } from '#commerce/analytics/buckets.ts';
import { markOf, timeOfMark } from '#commerce/analytics/cohort-marks.ts';
import { growth, ratio } from '#commerce/analytics/exact-numbers.ts';
import { localDate, monthOf, startOfDay } from '#commerce/analytics/local-days.ts';

const hours = (timeZone: string, date: string, next: string) =>
  (startOfDay(timeZone, next) - startOfDay(timeZone, date)) / 3_600_000;

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

describe('days of a time zone', () => {
  test.each([
    ['America/Denver', '2026-03-08', '2026-03-09', 23],
    ['America/Denver', '2026-11-01', '2026-11-02', 25],
    ['Europe/Berlin', '2026-03-29', '2026-03-30', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-26', 25],
    // Half an hour of daylight saving.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', 24.5],
    // The clocks change at midnight, so the day begins at 01:00.
    ['Africa/Cairo', '2026-04-24', '2026-04-25', 23],
    ['UTC', '2026-02-28', '2026-03-01', 24],
  ])('%s: %s until %s has %d hours', (timeZone, date, next, expected) => {
    expect(hours(timeZone, date, next)).toBe(expected);
  });

  test('a date that a time zone skipped is empty', () => {
    expect(hours('Pacific/Apia', '2011-12-30', '2011-12-31')).toBe(0);
  });

  test('every moment is in the bucket of its local date, in any time zone', () => {
    const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, (timeZone, at) => {
        const date = localDate(timeZone, at);
        expect(startOfDay(timeZone, date)).toBeLessThanOrEqual(at);
        expect(localDate(timeZone, startOfDay(timeZone, date))).toBe(date);
        expect(localDate(timeZone, startOfDay(timeZone, date) - 1) < date).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

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
        const month = monthOf(localDate(timeZone, Date.parse(text)));
        expect(monthOf(localDate(timeZone, timeOfMark(markOf(text))))).toBe(month);
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
