import { describe, expect, test } from '@jest/globals';
import { addDays } from '#calendar/days.ts';
import { checkPickup } from '#commerce/stops/check-pickup.ts';
import { nextPickupDays } from '#commerce/stops/pickup-days.ts';
import { newStop, replaceStop } from '#commerce/stops/stop.ts';
import { stopInput, stopReplacement } from '#contract/commerce/stop-fields.ts';
import { ApiError } from '#contract/errors.ts';

const brand_id = '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70';
const stop_id = '3d5c9f12-6a4e-4b87-a0d1-7e2f8c9b5a46';
const saturdays = { name: 'Market', hours: [{ weekday: 'saturday', opens: '08:30', closes: '12:00' }] };

const aStop = (fields: object = {}, now = new Date('2026-01-01T00:00:00Z')) =>
  newStop(stopInput.parse({ brand_id, ...saturdays, ...fields }), { id: stop_id, now });

describe('pickup days', () => {
  const next = (stop: ReturnType<typeof aStop>, now: string, limit = 2, timeZone = 'America/Denver') =>
    nextPickupDays(stop, { now: new Date(now), timeZone, limit }).map(({ date, opens_at, cut_off }) => [
      date,
      opens_at,
      cut_off,
    ]);

  test('keep their wall-clock times over a change of daylight saving', () => {
    const stop = aStop({ cut_off: { days_before: 1, time: '18:00' } });
    expect(next(stop, '2026-03-06T12:00:00Z')).toEqual([
      ['2026-03-07', '2026-03-07T15:30:00.000Z', '2026-03-07T01:00:00.000Z'],
      ['2026-03-14', '2026-03-14T14:30:00.000Z', '2026-03-14T00:00:00.000Z'],
    ]);
  });

  test('end at their cut-off, to the millisecond; without one, at the first opening', () => {
    const stop = aStop({ cut_off: { days_before: 2, time: '12:00' } });
    expect(next(stop, '2026-06-11T17:59:59.999Z', 1)[0]?.[0]).toBe('2026-06-13');
    expect(next(stop, '2026-06-11T18:00:00.000Z', 1)[0]?.[0]).toBe('2026-06-20');
    expect(next(aStop(), '2026-06-13T14:29:59.999Z', 1)[0]?.[0]).toBe('2026-06-13');
    expect(next(aStop(), '2026-06-13T14:30:00.000Z', 1)[0]?.[0]).toBe('2026-06-20');
  });

  test('leave out closed dates, other weekdays and inactive stops', () => {
    const stop = aStop({ closed_dates: ['2026-06-13'] });
    expect(next(stop, '2026-06-10T00:00:00Z', 2).map(([date]) => date)).toEqual(['2026-06-20', '2026-06-27']);
    expect(next(aStop({ is_active: false }), '2026-06-10T00:00:00Z')).toEqual([]);
    const closed = aStop({
      closed_dates: Array.from({ length: 60 }, (_, n) => addDays('2026-01-03', 7 * n)),
    });
    expect(next(closed, '2026-01-01T00:00:00Z')).toEqual([]);
  });

  test('have the times of the day in their order', () => {
    const hours = [
      { weekday: 'saturday', opens: '15:00', closes: '18:00' },
      { weekday: 'saturday', opens: '08:00', closes: '11:00' },
    ];
    const [day] = nextPickupDays(aStop({ hours }), {
      now: new Date('2026-06-10T00:00:00Z'),
      timeZone: 'UTC',
      limit: 1,
    });
    expect(day?.hours.map(({ opens }) => opens)).toEqual(['08:00', '15:00']);
  });
});

describe('an order', () => {
  const now = new Date('2026-06-10T12:00:00Z');
  const stop = aStop({ cut_off: { days_before: 1, time: '12:00' } });
  const rules = { stops: 'managed', time_zone: 'UTC', stop } as const;
  const code = (pickup: object, other: object = {}) => {
    try {
      checkPickup({ stop_id, ...pickup }, { ...rules, ...other }, now);
      return 'accepted';
    } catch (error) {
      return error instanceof ApiError ? error.details?.[0]?.code : error;
    }
  };

  test.each<[object, object, string]>([
    [{}, {}, 'accepted'],
    [{ pickup_date: '2026-06-13' }, {}, 'accepted'],
    [{ pickup_date: '2026-06-12' }, {}, 'no_pickup_day'],
    [{ pickup_date: '2026-06-06' }, {}, 'cut_off_passed'],
    [{ pickup_date: '2027-06-12' }, {}, 'no_pickup_day'],
    [{}, { stop: undefined }, 'unknown_stop'],
    [{}, { stop: { ...stop, is_active: false } }, 'inactive_stop'],
    [{ stop_id: undefined }, { stop: undefined }, 'accepted'],
    [{ stop_id: undefined, pickup_date: '2026-06-13' }, { stop: undefined }, 'stop_required'],
    [{ pickup_date: '2026-06-12' }, { stop: undefined, stops: 'external' }, 'accepted'],
  ])('with %j under %j is %s', (pickup, other, outcome) => {
    expect(code(pickup, other)).toBe(outcome);
  });
});

test('a replacement of a stop removes omitted members', () => {
  const stop = aStop({ capacity: 5, notes: 'x' });
  const replaced = replaceStop(stop, stopReplacement.parse(saturdays), new Date('2026-02-01T00:00:00Z'));
  expect(replaced).toEqual({ ...aStop(), updated_at: '2026-02-01T00:00:00.000Z', version: 2 });
});

test.each([
  [{ hours: [] }],
  [{ hours: [{ weekday: 'saturday', opens: '12:00', closes: '08:30' }] }],
  [{ hours: [{ weekday: 'saturday', opens: '24:00', closes: '24:30' }] }],
  [{ hours: [{ weekday: 'sat', opens: '08:00', closes: '09:00' }] }],
  [{ closed_dates: ['2026-02-30'] }],
  [{ capacity: 0 }],
  [{ cut_off: { days_before: 31, time: '12:00' } }],
])('a stop with %j is not valid', (fields) => {
  expect(stopInput.safeParse({ brand_id, ...saturdays, ...fields }).success).toBe(false);
});
