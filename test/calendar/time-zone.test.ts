import { describe, expect, test } from '@jest/globals';
import { addDays, addMonths, ageOn, daysBetween, isDay, mondayOf, monthAfter } from '#calendar/days.ts';
import { instantOf, localDay, startOfDay, wallClock } from '#calendar/time-zone.ts';

const hour = 3_600_000;

interface Change {
  readonly timeZone: string;
  /** The first instant of the new offset. */
  readonly at: number;
  /** Milliseconds by which the clocks are moved. */
  readonly shift: number;
  readonly clock: (instant: number) => number;
}

/** Every change of an offset from 2020 to 2037, found with Intl alone. The rules of later years repeat. */
function* changes(): Generator<Change> {
  const step = 14 * 24 * hour;
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const clock = (instant: number) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
    const offset = (instant: number) => clock(instant) - instant;
    let known = offset(Date.UTC(2020, 0, 1));
    for (let probe = Date.UTC(2020, 0, 15); probe < Date.UTC(2038, 0, 1); probe += step) {
      const found = offset(probe);
      if (found === known) continue;
      let [before, at] = [probe - step, probe];
      while (at - before > 60_000) {
        const middle = Math.round((before + at) / 120_000) * 60_000;
        if (offset(middle) === known) before = middle;
        else at = middle;
      }
      yield { timeZone, at, shift: found - known, clock };
      known = found;
    }
  }
}

const [dayText, timeText] = [
  (clock: number) => textOf(clock).slice(0, 10),
  (clock: number) => textOf(clock).slice(11, 23),
];
const textOf = (clock: number) => new Date(clock).toISOString();

/** What is wrong around a change; empty if all is right. */
function faults({ timeZone, at, shift, clock }: Change): readonly string[] {
  const found: string[] = [];
  const expectSame = (what: string, one: number, other: number) => {
    if (one !== other) found.push(`${timeZone} ${textOf(at)} ${what}: ${textOf(one)}, not ${textOf(other)}`);
  };
  for (const near of [-25 * hour, -hour, -1000, 0, 1000, hour, 25 * hour]) {
    const instant = at + near;
    expectSame('clock', wallClock(new Date(instant), timeZone).getTime(), clock(instant));
    // A clock time that occurs twice, before and after the change, is its first occurrence.
    const isRepeated = shift < 0 && near >= 0 && near < -shift;
    const wall = clock(instant);
    const read = instantOf(dayText(wall), timeText(wall), timeZone).getTime();
    expectSame('instant', read, isRepeated ? instant + shift : instant);
    const start = startOfDay(dayText(wall), timeZone).getTime();
    expectSame('day', Date.parse(dayText(clock(start))), Date.parse(dayText(wall)));
    if (dayText(clock(start - 1000)) >= dayText(wall)) found.push(`${timeZone} ${textOf(start)} is no start`);
  }
  const skipped = clock(at - 1000) + 1000 + shift / 2;
  if (shift > 0)
    expectSame('gap', instantOf(dayText(skipped), timeText(skipped), timeZone).getTime(), at + shift / 2);
  return found;
}

describe('time zones', () => {
  test('clocks, instants and days are right around every change of every zone', () => {
    const all = [...changes()];
    expect(all.length).toBeGreaterThan(4000);
    expect(all.flatMap(faults)).toEqual([]);
  });

  test.each([
    // The clocks change at midnight, so these days begin at 01:00, or at the first of two midnights.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    // Samoa skipped this day.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s begins at %s', (timeZone, day, start) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(start);
  });

  test('a text that is not a time has no instant', () => {
    expect(instantOf('2026-03-08', '25:00', 'UTC').getTime()).toBeNaN();
  });

  test('a moment belongs to the day of the time zone', () => {
    expect(localDay(new Date('2026-12-31T12:00:00Z'), 'Pacific/Auckland')).toBe('2027-01-01');
    expect(localDay(new Date('2026-01-01T03:00:00Z'), 'America/New_York')).toBe('2025-12-31');
  });
});

describe('days', () => {
  test('months are added within the length of the month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
    expect(addMonths('2026-05-15', -5)).toBe('2025-12-15');
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(monthAfter('2026-01', -13)).toBe('2024-12');
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  });

  test.each([
    ['0000-01-01T00:00:00Z', 'Asia/Kathmandu', '0000-01-01'],
    ['0000-01-01T00:00:00Z', 'America/Denver', '0000-01-01'],
    ['0001-01-01T00:00:00Z', 'America/Denver', '0000-12-31'],
    ['9999-06-30T23:59:59Z', 'Asia/Kathmandu', '9999-07-01'],
    ['9999-12-31T23:59:59Z', 'Asia/Kathmandu', '9999-12-31'],
  ])('the day of %s in %s is %s', (instant, timeZone, expected) => {
    expect(localDay(new Date(instant), timeZone)).toBe(expected);
  });

  test('a week begins on Monday', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  });

  test('a person is a year older on the birthday', () => {
    expect([ageOn('2000-02-29', '2026-02-28'), ageOn('2000-02-29', '2026-03-01')]).toEqual([25, 26]);
  });

  test('only calendar days are days', () => {
    expect(['2026-02-29', '', '2026-13-01', '2026-02-01x', '2026-02-01'].map(isDay)).toEqual([
      ...[false, false, false, false, true],
    ]);
  });
});
