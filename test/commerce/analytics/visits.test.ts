import { describe, expect, test } from '@jest/globals';
import { analyticsCsv } from '#commerce/analytics/analytics-csv.ts';
import { countersOfSteps, isCrawler } from '#commerce/analytics/funnel-figures.ts';
import { gallonsOf, waterFigures } from '#commerce/analytics/water-figures.ts';
import { analytics } from '#contract/commerce/analytics.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { brandId } from '../arbitrary-orders.ts';

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
  expect(lines[0]).toBe('date,start,end,gross,cancelled,net,order_count,cancelled_count,average_order');
  expect(lines[1]).toBe('2026-03-02,2026-03-02T07:00:00.000Z,2026-03-03T07:00:00.000Z,13.5,0,13.5,1,0,13.5');
});
