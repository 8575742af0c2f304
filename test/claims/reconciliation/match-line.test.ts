import { describe, expect, test } from '@jest/globals';
import type { BankLine, Deposit } from '#claims/reconciliation/bank-line.ts';
import { decideLine } from '#claims/reconciliation/match-line.ts';

const line = (over: Partial<BankLine> = {}): BankLine => ({
  ...{ id: 'l1', version: 1, state: 'new', account: '', date: '2026-03-22', amount: 10_000 },
  ...{ file_id: 'f', line: 2, imported_at: '', remittance_ids: [] },
  ...over,
});

const deposit = (remittance_id: string, over: Partial<Deposit> = {}): Deposit => ({
  ...{ remittance_id, version: 1, state: 'expected', date: '2026-03-20', amount: 10_000, method: 'ACH' },
  ...{ trace: `EFT-${remittance_id}`, payer_id: 'P', payer_name: 'P', received_at: '' },
  ...over,
});

const decide = (one: BankLine, byTrace: Deposit[], byAmount: Deposit[] = [], sameAmount: BankLine[] = []) => {
  const decision = decideLine(one, { byTrace, byAmount, sameAmount });
  const ids = 'deposits' in decision ? decision.deposits.map((found) => found.remittance_id) : [];
  return [decision.state, ...ids];
};

describe('by trace', () => {
  const traced = line({ trace: 'EFT-A' });

  test.each([
    ['the same amount', [deposit('A')], ['matched', 'A']],
    ['another amount', [deposit('A', { amount: 9_000 })], ['amount_differs', 'A']],
    ['one of two', [deposit('A'), deposit('B', { trace: 'EFT-A', amount: 1 })], ['matched', 'A']],
    [
      'the sum of two',
      [deposit('A', { amount: 4_000 }), deposit('B', { trace: 'EFT-A', amount: 6_000 })],
      ['matched', 'A', 'B'],
    ],
    ['both of two', [deposit('A'), deposit('B', { trace: 'EFT-A' })], ['several_candidates']],
    ['a deposit that is matched', [deposit('A', { state: 'matched' })], ['unmatched']],
  ])('%s', (_, deposits, expected) => {
    expect(decide(traced, deposits)).toEqual(expected);
  });

  test('never again what a person has unmatched', () => {
    expect(decide({ ...traced, refused: ['A'] }, [deposit('A')])).toEqual(['unmatched']);
  });

  test('not by the amount of another trace', () => {
    expect(decide(line({ trace: 'OTHER' }), [], [deposit('A')])).toEqual(['unmatched']);
  });

  test('a short number in a description needs the amount', () => {
    const check = line({ description: 'CHECK 104711' });
    expect(decide(check, [deposit('A', { trace: '104711' })])).toEqual(['matched', 'A']);
    expect(decide(check, [deposit('A', { trace: '104711', amount: 1 })])).toEqual(['unmatched']);
  });
});

describe('by amount and date', () => {
  test.each([
    ['2026-03-15', 'ACH', 'matched'],
    ['2026-03-14', 'ACH', 'unmatched'],
    ['2026-04-04', 'ACH', 'matched'],
    ['2026-04-05', 'ACH', 'unmatched'],
    ['2026-05-19', 'CHK', 'matched'],
    ['2026-05-20', 'CHK', 'unmatched'],
  ])('a line of %s for an %s of 2026-03-20 is %s', (date, method, state) => {
    expect(decide(line({ date }), [], [deposit('A', { method })])[0]).toBe(state);
  });

  test('two deposits, or two lines, need a person', () => {
    expect(decide(line(), [], [deposit('A'), deposit('B')])).toEqual(['several_candidates']);
    expect(decide(line(), [], [deposit('A')], [line({ id: 'l2' })])).toEqual(['several_candidates']);
    expect(decide(line(), [], [deposit('A')], [line({ id: 'l2', trace: 'X' })])).toEqual(['matched', 'A']);
  });
});
