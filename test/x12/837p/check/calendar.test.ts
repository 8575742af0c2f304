import { expect, test } from '@jest/globals';
import { dayInZone } from '#x12/837p/check/calendar.ts';

test.each([
  ['America/Denver', '2026-03-02T06:59:59Z', '2026-03-01'],
  ['America/Denver', '2026-03-02T07:00:00Z', '2026-03-02'],
  // Daylight saving time.
  ['America/Denver', '2026-07-01T05:59:59Z', '2026-06-30'],
  ['America/Denver', '2026-07-01T06:00:00Z', '2026-07-01'],
  ['Pacific/Auckland', '2026-12-31T12:00:00Z', '2027-01-01'],
])('the day in %s at %s is %s', (zone, at, day) => {
  expect(dayInZone(zone, new Date(at))).toBe(day);
});
