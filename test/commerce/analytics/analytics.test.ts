import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { monthOf } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import { analyticsCsv, countersOfSteps, isCrawler } from '#commerce/reports/analytics.ts';
import { analytics } from '#commerce/reports/analytics-reply.ts';
import { bucketAt, bucketsOf, growth, ratio } from '#commerce/reports/figures.ts';
import { markOf, timeOfMark } from '#commerce/reports/order-figures.ts';
import { gallonsOf, waterFigures } from '#commerce/reports/water-figure-records.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { brandId } from '../arbitrary-orders.ts';

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

describe('steps of a session', () => {
  test('count once, and cart and checkout count once together', () => {
    expect(countersOfSteps(new Set(), ['visit', 'visit', 'search'])).toEqual(['visits', 'searches']);
    expect(countersOfSteps(new Set(['visit']), ['cart', 'checkout'])).toEqual([
      'carts',
      'checkouts',
      'carts_or_checkouts',
    ]);
    expect(countersOfSteps(new Set(['cart']), ['cart', 'checkout'])).toEqual(['checkouts']);
  });

  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1)', true],
    ['WhatsApp-link-preview/1.0', true],
    ['', true],
    [undefined, true],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', false],
  ])('of %j are from a crawler: %j', (agent, expected) => {
    expect(isCrawler(agent)).toBe(expected);
  });
});

describe('water', () => {
  const log = {
    id: brandId,
    brand_id: brandId,
    logged_at: '2026-03-01T00:00:00.000Z',
    created_at: '',
    version: 1,
  };

  test('counts in millionths of a gallon, rounded half up, and not beyond 10^12 gallons', () => {
    const gallons = (value: number) => waterFigures({ ...log, gallons: value })?.microgallons;
    expect([0.1, 1e-7, 5e-7, 5e-324, 1e12, 1e13, 1e308].map(gallons)).toEqual([
      100_000n,
      0n,
      1n,
      0n,
      10n ** 18n,
      undefined,
      undefined,
    ]);
    expect(gallonsOf(300_000n)).toBe(0.3);
  });

  test('names of a field are the same without regard to letter case', () => {
    const field = (field_name: string) => waterFigures({ ...log, gallons: 1, field_name })?.field;
    expect(field(' North Field ')).toBe(field('north field'));
    expect(field('north field')).not.toBe(field('south field'));
    expect(field('  ')).toBe('-');
  });
});

test('CSV has a line of names and a line for each bucket', () => {
  const example = analytics.parse(Object(commerceExamples['get-analytics']?.response)['data']);
  const lines = analyticsCsv(example).split('\r\n');
  expect(lines[0]).toBe(
    'date,start,end,gross,cancelled,discounts,refunded,tax,net,received,order_count,cancelled_count,average_order',
  );
  expect(lines[1]).toBe(
    '2026-03-02,2026-03-02T07:00:00.000Z,2026-03-03T07:00:00.000Z,13.5,0,0,0,0,13.5,13.5,1,0,13.5',
  );
});
