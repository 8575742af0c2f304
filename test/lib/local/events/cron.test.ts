import { describe, expect, test } from '@jest/globals';
import { parseSchedule } from '#lib/local/events/cron.ts';

const matches = (expression: string, moment: string, timeZone?: string) => {
  const schedule = parseSchedule(expression, timeZone);
  if (schedule?.kind !== 'cron') throw new Error(`${expression} is no cron expression`);
  return schedule.matches(new Date(moment));
};

describe('cron', () => {
  test.each<[string, string, boolean]>([
    ['cron(0 12 * * ? *)', '2026-11-21T12:00:00Z', true],
    ['cron(0 12 * * ? *)', '2026-11-21T12:01:00Z', false],
    ['cron(0/15 8-17 ? * MON-FRI *)', '2026-11-20T08:45:00Z', true],
    ['cron(0/15 8-17 ? * MON-FRI *)', '2026-11-20T08:50:00Z', false],
    ['cron(0/15 8-17 ? * MON-FRI *)', '2026-11-21T08:45:00Z', false],
    ['cron(0 0 L * ? *)', '2028-02-29T00:00:00Z', true],
    ['cron(0 0 L * ? *)', '2028-02-28T00:00:00Z', false],
    ['cron(0 0 15W * ? *)', '2026-11-16T00:00:00Z', true],
    ['cron(0 0 1W * ? *)', '2026-08-03T00:00:00Z', true],
    ['cron(0 0 ? * 6#3 *)', '2026-11-20T00:00:00Z', true],
    ['cron(0 0 ? * 6L *)', '2026-11-27T00:00:00Z', true],
    ['cron(0 0 ? * 6L *)', '2026-11-20T00:00:00Z', false],
    ['cron(5,35 * * JAN,NOV ? 2026-2027)', '2026-11-01T03:35:00Z', true],
    ['cron(5,35 * * JAN,NOV ? 2026-2027)', '2028-11-01T03:35:00Z', false],
  ])('%s at %s: %s', (expression, moment, expected) => {
    expect(matches(expression, moment)).toBe(expected);
  });

  test('in a time zone, over its change of clocks', () => {
    expect(matches('cron(0 9 * * ? *)', '2026-07-01T07:00:00Z', 'Europe/Zurich')).toBe(true);
    expect(matches('cron(0 9 * * ? *)', '2026-12-01T08:00:00Z', 'Europe/Zurich')).toBe(true);
    expect(matches('cron(0 9 * * ? *)', '2026-12-01T07:00:00Z', 'Europe/Zurich')).toBe(false);
  });
});

test.each<[string, number]>([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
])('%s', (expression, milliseconds) => {
  expect(parseSchedule(expression)).toEqual({ kind: 'rate', milliseconds });
});

test('at is a moment of the time zone', () => {
  expect(parseSchedule('at(2026-11-21T12:00:00)')).toEqual({
    kind: 'at',
    moment: Date.UTC(2026, 10, 21, 12),
  });
  expect(parseSchedule('at(2026-11-21T12:00:00)', 'America/New_York')).toEqual({
    kind: 'at',
    moment: Date.UTC(2026, 10, 21, 17),
  });
});

test.each([
  'every day',
  'rate(0 minutes)',
  'rate(5 weeks)',
  'cron(* * *)',
  'cron(61 * * * ? *)',
  'cron(a * * * ? *)',
])('%s is not understood', (expression) => {
  expect(parseSchedule(expression)).toBeUndefined();
});
