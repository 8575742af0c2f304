import { afterEach, describe, expect, test } from '@jest/globals';
import { areWhole, wholeSteps } from '#web/components/chart-data.ts';
import { comparedPeriods } from '#web/farm/home/chart-period.ts';
import { listInput, noFilters } from '#web/farm/orders/order-filters.ts';
import { daysOf } from '#web/farm/reports/period.ts';
import {
  formatAge,
  formatAmount,
  formatDate,
  formatDateOf,
  formatDateTime,
  formatDay,
  formatDayOf,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  plural,
  setTimeZone,
} from '#web/text/format.ts';
import { languageOf, localeOf } from '#web/text/language.ts';

describe('format', () => {
  afterEach(() => setTimeZone(undefined));

  describe('numbers', () => {
    test('formats the smallest unit of each currency', () => {
      expect(formatMoney(1250, 'USD')).toBe('$12.50');
      expect(formatMoney(1250, 'JPY')).toBe('¥1,250');
      expect(formatMoney(-5, 'USD')).toBe('-$0.05');
    });

    test('formats decimal amounts', () => {
      expect(formatAmount(1234.5, 'USD')).toBe('$1,234.50');
    });

    test('keeps the wanted decimals', () => {
      expect(formatNumber(1234.567)).toBe('1,234.57');
      expect(formatNumber(3)).toBe('3');
      expect(formatNumber(3, 2)).toBe('3.00');
      expect(formatPercent(0.1249)).toBe('12.5%');
    });

    test('puts the count into the right form', () => {
      const forms = { one: '# order', other: '# orders' };
      expect(plural(1, forms)).toBe('1 order');
      expect(plural(0, forms)).toBe('0 orders');
      expect(plural(2500, forms)).toBe('2,500 orders');
    });
  });

  describe('dates', () => {
    test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
      'shows a day as the same day in %s',
      (zone) => {
        setTimeZone(zone);
        expect(formatDate('2026-03-02')).toBe('Mar 2, 2026');
        expect(formatDay('2026-03-02')).toBe('Mon, Mar 2');
      },
    );

    test('shifts no day that is written as an instant, and no instant that is written as a day', () => {
      setTimeZone('America/Denver');
      expect(formatDate('2026-03-02T00:00:00.000Z')).toBe('2026-03-02T00:00:00.000Z');
      for (const format of [formatDateOf, formatDayOf, formatDateTime, formatTime])
        expect(format('2026-03-02')).toBe('2026-03-02');
    });

    test('shows a time in the time zone of the brand', () => {
      setTimeZone('America/Denver');
      expect(formatDateOf('2026-03-02T05:04:05Z')).toBe('Mar 1, 2026');
      expect(formatDayOf('2026-03-02T05:04:05Z')).toBe('Sun, Mar 1');
      expect(formatTime('2026-03-02T22:04:05Z').replace(/\s/g, ' ')).toBe('3:04 PM');
      expect(formatDateTime('2026-07-02T22:04:05Z').replace(/\s/g, ' ')).toBe('Jul 2, 2026, 4:04 PM');
    });

    test('prefers a time zone that the caller names', () => {
      setTimeZone('America/Denver');
      expect(formatTime('2026-03-02T22:04:05Z', 'UTC').replace(/\s/g, ' ')).toBe('10:04 PM');
    });

    test('returns a text that is no date unchanged', () => {
      expect(formatDate('soon')).toBe('soon');
    });

    test('shows an age in its largest unit', () => {
      expect(formatAge(20_000)).toBe('now');
      expect(formatAge(3 * 60_000)).toBe('3 min. ago');
      expect(formatAge(2 * 3_600_000)).toBe('2 hr. ago');
      expect(formatAge(-5)).toBe('now');
    });
  });

  describe('language', () => {
    test('prefers the choice of the person', () => {
      expect(languageOf('es', ['en-US'])).toBe('es');
    });

    test('takes the first language of the browser that the app has', () => {
      expect(languageOf(null, ['fr-CA', 'es-MX', 'en-US'])).toBe('es');
      expect(languageOf('fr', ['de'])).toBe('en');
    });

    test('formats in the variant of the browser', () => {
      expect(localeOf('es', ['en-US', 'es-MX'])).toBe('es-MX');
      expect(localeOf('es', ['en-US'])).toBe('es-US');
    });
  });
});

const newYork = 'America/New_York';

describe('periods', () => {
  test('compared periods have the same number of buckets and end on the same day of the bucket', () => {
    expect(comparedPeriods('week', '2026-11-25')).toEqual({
      current: { from: '2026-08-31', to: '2026-11-25', interval: 'week' },
      before: { from: '2026-06-01', to: '2026-08-26', interval: 'week' },
    });
    expect(comparedPeriods('month', '2026-11-23').before).toEqual({
      from: '2024-12-01',
      to: '2025-11-23',
      interval: 'month',
    });
    expect(comparedPeriods('day', '2026-11-23').current.from).toBe('2026-10-25');
  });

  test('the periods of an accountant are whole months, quarters and years', () => {
    expect(daysOf('last_month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf('last_quarter', '2026-02-10')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(daysOf('this_quarter', '2026-06-30')).toEqual({ from: '2026-04-01', to: '2026-06-30' });
    expect(daysOf('last_year', '2026-02-10')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  });
});

describe('filters of orders', () => {
  test('a range of days becomes the moments of the time zone', () => {
    const filters = { ...noFilters, from: '2026-03-08', to: '2026-03-08', text: ' plums ' };
    expect(listInput({ id: 'b', timeZone: newYork }, filters)).toEqual({
      brand_id: 'b',
      text: 'plums',
      created_from: '2026-03-08T05:00:00.000Z',
      created_to: '2026-03-09T03:59:59.999Z',
    });
  });

  test.each([
    // The clocks change at midnight in both.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
  ])('in %s, %s has all its hours', (timeZone, day, created_from, created_to) => {
    expect(listInput({ id: 'b', timeZone }, { ...noFilters, from: day, to: day })).toEqual({
      ...{ brand_id: 'b', created_from, created_to },
    });
  });

  test('values that the service does not know are left out', () => {
    const filters = { ...noFilters, status: 'packed', payment: 'paid', sort: 'name', from: 'yesterday' };
    expect(listInput({ id: 'b', timeZone: 'UTC' }, filters)).toEqual({
      brand_id: 'b',
      payment_state: 'paid',
    });
  });
});

const line = (...values: (number | null)[]) => ({ label: 'Visits', values });

test('counts have an axis of whole numbers, amounts with cents do not', () => {
  expect(areWhole([line(0, 0, null), line(3)])).toBe(true);
  expect(areWhole([line(1, 2), line(12.5)])).toBe(false);
});

test('the ticks of counts are 1, 2, 5, 10, 20 and so on apart', () => {
  expect(wholeSteps.slice(0, 6)).toEqual([1, 2, 5, 10, 20, 50]);
  expect(wholeSteps.every(Number.isInteger)).toBe(true);
});
