import { afterEach, describe, expect, test } from '@jest/globals';
import {
  formatAge,
  formatAmount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  plural,
  setTimeZone,
} from '#web/text/format.ts';
import { languageOf, localeOf } from '#web/text/language.ts';

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
  test('shows a day as the same day in every time zone', () => {
    setTimeZone('America/Denver');
    expect(formatDate('2026-03-02')).toBe('Mar 2, 2026');
    expect(formatDate('2026-03-02', 'Pacific/Kiritimati')).toBe('Mar 2, 2026');
  });

  test('shows a time in the time zone of the brand', () => {
    setTimeZone('America/Denver');
    expect(formatDate('2026-03-02T05:04:05Z')).toBe('Mar 1, 2026');
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
