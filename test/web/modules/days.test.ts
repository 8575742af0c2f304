import { describe, expect, test } from '@jest/globals';
import { comparedPeriods } from '#web/farm/home/chart-period.ts';
import { listInput, noFilters } from '#web/farm/orders/order-filters.ts';
import { daysOf } from '#web/farm/reports/period.ts';

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
