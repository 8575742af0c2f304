import { describe, expect, test } from '@jest/globals';
import { readAmount, readBankFile, readDay } from '#claims/money/bank-file.ts';
import { type BankLine, type Deposit, newBankLines, traceTokens } from '#claims/money/bank-line.ts';
import { bankFileSettings } from '#claims/money/contract.ts';
import { decideLine } from '#claims/money/match-line.ts';

const settings = bankFileSettings.parse({});

describe('reads amounts', () => {
  test.each([
    ['1,234.50', 123_450],
    ['$12', 1200],
    ['-12.5', -1250],
    ['(12.50)', -1250],
    ['$-3.07', -307],
    ['12.50-', -1250],
    ['.75', 75],
    ['0.00', 0],
    ['999,999,999.99', 99_999_999_999],
  ])('%s', (text, cents) => {
    expect(readAmount(text, 'point')).toBe(cents);
  });

  test.each(['', '12.345', '1e3', '--1', '(5', '5)', '-(5)', 'abc', '1000000000.00', '-'])(
    'refuses %j',
    (text) => {
      expect(readAmount(text, 'point')).toBeUndefined();
    },
  );

  test('with a decimal comma', () => {
    expect(readAmount('1.234,50', 'comma')).toBe(123_450);
  });
});

test.each([
  ['2026-03-09', 'iso_or_us', '2026-03-09'],
  ['3/9/2026', 'iso_or_us', '2026-03-09'],
  ['2026-03-09T10:00:00', 'YYYY-MM-DD', '2026-03-09'],
  ['09.03.2026', 'DD.MM.YYYY', '2026-03-09'],
  ['20260309', 'YYYYMMDD', '2026-03-09'],
  ['2026-02-30', 'iso_or_us', undefined],
  ['13/40/2026', 'iso_or_us', undefined],
  ['09.03.2026', 'iso_or_us', undefined],
] as const)('reads %s as %s', (text, format, day) => {
  expect(readDay(text, format)).toBe(day);
});

describe('a bank file', () => {
  test('reports bad lines by number, and reads the others', () => {
    const csv = [
      '\ufeffPosting Date,Description,Credit,Debit,Trace Number',
      '2026-03-01,"HCCLAIMPMT, two',
      'lines",125.50,,00123',
      '',
      'yesterday,x,1,,',
      '2026-03-02,fee,,9.95,',
      '2026-03-03,both,1,1,',
      '2026-03-04,short,5',
    ].join('\r\n');
    const { lines, faults, count } = readBankFile(csv, settings);
    expect(lines).toEqual([
      { line: 2, date: '2026-03-01', amount: 12_550, trace: '00123', description: 'HCCLAIMPMT, two\nlines' },
      { line: 6, date: '2026-03-02', amount: -995, description: 'fee' },
    ]);
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [5, 'date'],
      [7, 'amount'],
      [8, 'line'],
    ]);
    expect(count).toBe(5);
  });

  test('takes the columns that the caller names', () => {
    const chosen = bankFileSettings.parse({
      date_column: 'Datum',
      amount_column: 'BETRAG',
      decimal: 'comma',
      date_format: 'DD.MM.YYYY',
      separator: 'semicolon',
    });
    const { lines } = readBankFile('datum;Betrag\n01.03.2026;1.000,25\n', chosen);
    expect(lines).toEqual([{ line: 2, date: '2026-03-01', amount: 100_025 }]);
  });

  test.each([
    ['', {}],
    ['date,description\n2026-03-01,x', {}],
    ['amount\n5', {}],
    ['date,amount\n2026-03-01,5', { trace_column: 'Reference' }],
    ['date,amount\n"2026-03-01,5', {}],
    [`date,amount\n${'2026-03-01,5\n'.repeat(2001)}`, {}],
  ])('refuses a file without a usable header or form (%#)', (csv, over) => {
    expect(() => readBankFile(csv, bankFileSettings.parse(over))).toThrow('Validation failed');
  });
});

test('gives a line the same id in files whose periods overlap, and equal lines of a file different ids', () => {
  const facts = { account: 'Main', fileId: crypto.randomUUID(), now: new Date() };
  const line = { line: 2, date: '2026-03-01', amount: 2500, description: 'COPAY' };
  const [first, second] = newBankLines([line, { ...line, line: 3 }], facts);
  const [other] = newBankLines([{ ...line, line: 9 }], { ...facts, fileId: crypto.randomUUID() });
  expect(first?.id).not.toBe(second?.id);
  expect(other?.id).toBe(first?.id);
  const [elsewhere] = newBankLines([line], { ...facts, account: 'Savings' });
  expect(elsewhere?.id).not.toBe(first?.id);
});

test('finds traces in a description, unless the line has a trace', () => {
  const description = 'HCCLAIMPMT TRN*1*EFT0001234*1840000000~ PAYER';
  expect(traceTokens({ description })).toEqual(['EFT0001234', '1840000000']);
  expect(traceTokens({ description, trace: ' 00-77 ' })).toEqual(['77']);
});

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
