import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acknowledgmentTime, isReceipt, supersedes } from '#claims/responses/claim-acknowledgment/recency.ts';
import { storedClaim as claim } from '../engine/claims.ts';

describe('the time of a 277CA', () => {
  const group = (date: string, time: string) => ({ date, time });
  const received = '2026-03-20T00:00:00.000Z';

  test.each([
    // 2200A DTP 009, GS04 and GS05
    ['2026-03-10', '2026-03-10', '14:30', '2026-03-10T14:30:00.000Z'],
    ['2026-03-10', '2026-03-11', '02:00', '2026-03-10T23:59:59.999Z'],
    ['2026-03-10', '2026-03-09', '02:00', '2026-03-10T00:00:00.000Z'],
    ['2026-03-10', 'JANUARY', 'NOON', '2026-03-10T00:00:00.000Z'],
    [undefined, '2026-03-11', '02:00', '2026-03-11T02:00:00.000Z'],
    [undefined, '', '', received],
    // A time further in the future than clocks differ.
    ['2026-03-20', '2026-03-20', '20:00', '2026-03-20T20:00:00.000Z'],
    ['2062-03-10', '2026-03-10', '14:30', '2026-03-10T14:30:00.000Z'],
    ['2026-03-10', '2062-03-10', '14:30', '2026-03-10T00:00:00.000Z'],
    ['2062-03-10', '2062-03-10', '14:30', received],
  ])('processed %s, written %s %s: %s', (processed, date, time, expected) => {
    expect(acknowledgmentTime(processed, group(date, time), received, 'UTC')).toBe(expected);
  });
});

describe('the time of a 277CA in the time zone of its payer', () => {
  const received = '2026-11-20T00:00:00.000Z';

  test.each([
    ['2026-03-16', '2026-03-16', '12:00', 'America/Denver', '2026-03-16T18:00:00.000Z'],
    // The file was written in the evening, which is the next day in UTC.
    ['2026-03-16', '2026-03-16', '23:30', 'America/Denver', '2026-03-17T05:30:00.000Z'],
    ['2026-03-16', '2026-03-17', '01:00', 'America/Denver', '2026-03-17T05:59:59.999Z'],
    ['2026-03-16', '', '', 'America/Denver', '2026-03-16T06:00:00.000Z'],
    ['2026-01-16', '2026-01-16', '12:00', 'America/Denver', '2026-01-16T19:00:00.000Z'],
    [undefined, '2026-03-16', '12:00', 'Pacific/Auckland', '2026-03-15T23:00:00.000Z'],
    // The clock skips 2:30, and shows 1:30 twice.
    [undefined, '2026-03-08', '02:30', 'America/Denver', '2026-03-08T09:30:00.000Z'],
    [undefined, '2026-11-01', '01:30', 'America/Denver', '2026-11-01T07:30:00.000Z'],
    [undefined, '2026-03-16', '12:00:30.5', 'Asia/Kolkata', '2026-03-16T06:30:30.500Z'],
  ])('processed %s, written %s %s in %s: %s', (processed, date, time, timeZone, expected) => {
    expect(acknowledgmentTime(processed, { date, time }, received, timeZone)).toBe(expected);
  });
});

describe('whether a new status supersedes the old one', () => {
  const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const withStatus = (code: string, day: number) =>
    claim({ payer_status_code: code, payer_status_at: at(day) });

  const status = (category: string, day: number) => ({
    at: at(day),
    isReceipt: isReceipt({ category, disposition: 'accepted' }),
  });

  test.each([
    // new, old, whether the new one counts
    ['A2', 11, 'A2:20', 10, true],
    ['A2', 10, 'A2:20', 10, true],
    ['A2', 9, 'A2:20', 10, false],
    ['A7', 11, 'A2:20', 10, true],
    ['A7', 9, 'A2:20', 10, false],
    ['A2', 11, 'A7:562', 10, true],
    // A receipt never supersedes a decision; a decision always supersedes a receipt.
    ['A1', 11, 'A2:20', 10, false],
    ['A0', 11, 'A3:21', 10, false],
    ['A3', 9, 'A1:19', 10, true],
    ['A1', 11, 'A1:19', 10, true],
  ])('%s of day %i after %s of day %i: %s', (category, day, code, before, expected) => {
    expect(supersedes(status(category, day), withStatus(code, before))).toBe(expected);
  });

  test('a receipt that also rejects counts as a decision', () => {
    expect(isReceipt({ category: 'A1', disposition: 'rejected' })).toBe(false);
    const rejecting = { ...withStatus('A1:19', 10), payer_status_rejects: true } as const;
    expect(supersedes({ ...status('A1', 11), isReceipt: false }, withStatus('A2:20', 10))).toBe(true);
    expect(supersedes(status('A1', 11), rejecting)).toBe(false);
    expect(supersedes(status('A2', 9), rejecting)).toBe(false);
  });

  test.each([
    ['2026-03-12T05:00:00.000Z', '2026-03-12T01:00:00.000Z', true],
    ['2026-03-12T01:00:00.000Z', '2026-03-12T05:00:00.000Z', false],
    ['2026-03-12T01:00:00.000Z', '2026-03-12T01:00:00.000Z', true],
    [undefined, '2026-03-12T05:00:00.000Z', true],
  ])('at the same time, written %s after %s: %s', (writtenAt, payer_status_written_at, expected) => {
    const before = { ...withStatus('A2:20', 10), payer_status_written_at };
    expect(supersedes({ ...status('A7', 10), writtenAt }, before)).toBe(expected);
  });

  test('any status supersedes an absent one', () => {
    expect(supersedes(status('A1', 1), claim())).toBe(true);
  });

  test('does not depend on the order of arrival if the times differ', () => {
    const answer = fc.record({
      category: fc.constantFrom('A0', 'A1', 'A2', 'A3', 'A7', 'P1', 'F1'),
      day: fc.integer({ min: 1, max: 28 }),
    });
    const apply = (answers: readonly { category: string; day: number }[]) =>
      answers.reduce(
        (current, { category, day }) =>
          supersedes(status(category, day), current) ? withStatus(category, day) : current,
        claim(),
      ).payer_status_at;
    fc.assert(
      fc.property(fc.uniqueArray(answer, { selector: ({ day }) => day, maxLength: 6 }), (answers) => {
        const sorted = answers.toSorted((a, b) => a.day - b.day);
        expect(apply(answers)).toBe(apply(sorted));
        expect(apply(answers)).toBe(apply(sorted.toReversed()));
      }),
    );
  });
});
