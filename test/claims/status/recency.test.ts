import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answerTime, supersedes } from '#claims/status/recency.ts';
import { claim } from '../answers/claims.ts';

describe('when a payer gave an answer', () => {
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
  ])('processed %s, written %s %s: %s', (processed, date, time, expected) => {
    expect(answerTime(processed, group(date, time), received)).toBe(expected);
  });
});

describe('which of two answers counts', () => {
  const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const stands = (code: string, day: number) => claim({ payer_status_code: code, payer_status_at: at(day) });

  test.each([
    // new, old, whether the new one counts
    ['A2', 11, 'A2:20', 10, true],
    ['A2', 10, 'A2:20', 10, true],
    ['A2', 9, 'A2:20', 10, false],
    ['A7', 11, 'A2:20', 10, true],
    ['A7', 9, 'A2:20', 10, false],
    ['A2', 11, 'A7:562', 10, true],
    // A receipt never takes the place of more, and more always that of a receipt.
    ['A1', 11, 'A2:20', 10, false],
    ['A0', 11, 'A3:21', 10, false],
    ['A3', 9, 'A1:19', 10, true],
    ['A1', 11, 'A1:19', 10, true],
  ])('%s of day %i after %s of day %i: %s', (category, day, code, before, expected) => {
    expect(supersedes({ at: at(day), category }, stands(code, before))).toBe(expected);
  });

  test('a claim without an answer takes any', () => {
    expect(supersedes({ at: at(1), category: 'A1' }, claim())).toBe(true);
  });

  test('the outcome does not depend on the order in which answers of different times come', () => {
    const answer = fc.record({
      category: fc.constantFrom('A0', 'A1', 'A2', 'A3', 'A7', 'P1', 'F1'),
      day: fc.integer({ min: 1, max: 28 }),
    });
    const apply = (answers: readonly { category: string; day: number }[]) =>
      answers.reduce(
        (current, { category, day }) =>
          supersedes({ at: at(day), category }, current) ? stands(category, day) : current,
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
